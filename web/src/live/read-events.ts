/** One event of a stream, as far as we use them. */
interface StreamEvent {
  id: string | undefined;
  data: string;
}

/** Reads server-sent events. What carries no data only says that the other side is there. */
export async function* readEvents(
  { body }: Response,
  onBytes: () => void,
): AsyncGenerator<StreamEvent> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const { id, data } = fieldsOf(event);
        if (data !== undefined) yield { id, data };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function fieldsOf(event: string): { id?: string; data?: string } {
  const fields: { id?: string; data?: string } = {};
  for (const line of event.split('\n')) {
    const [name, ...value] = line.split(': ');
    if (name === 'id' || name === 'data') fields[name] = value.join(': ');
  }
  return fields;
}
