import type { Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { answerOf, type Sent } from './bind.ts';
import { type Credentials, findCaller, readCredentials } from './caller.ts';
import { decodeInput } from './codec.ts';
import { eventStream } from './event-stream.ts';
import { type App, appFor, route } from './route.ts';

interface Follow<E extends Endpoint, S> {
  read: (input: Sent<E> & { db: Db; actor: Actor }) => Promise<ResultOf<E>>;
  open: (
    input: Sent<E> & { actor: Actor; lastEventId: string | undefined },
    credentials: Credentials,
    sink: S,
  ) => { drained: () => void; left: () => void };
}

/**
 * Binds a call that is answered with what is now, or, to one who asks for a stream, with every
 * change of it. To follow is no use of the session: nobody sits there for certain.
 */
export function follow<E extends Endpoint>(
  whole: App,
  endpoint: E,
  { read: look, open }: Follow<E, ReturnType<typeof eventStream>['sink']>,
): void {
  const app = appFor({ ...whole, replica: undefined }, endpoint);
  route(app, endpoint, answerOf(app, endpoint, look), async (request, reply) => {
    const credentials = { ...readCredentials(request), isBackground: true };
    const { actor, refusal } = await findCaller(app, endpoint, request, credentials);
    if (refusal || !actor) throw refusal;
    const sent = await decodeInput(endpoint, request);
    const lastEventId = /^\d{1,20}$/.exec(String(request.headers['last-event-id']))?.[0];
    const { sink, begin } = eventStream(request, reply);
    return begin(open({ ...sent, actor, lastEventId }, credentials, sink));
  });
}
