/** A fenced block of the handbook. */
export interface Box {
  /** What it is written in, as the fence says. */
  language: string;
  /** The second word after the fence: what the walk knows it by. */
  name: string;
  text: string;
  /** Where its first line stands. */
  line: number;
}

/** The boxes of a page, in their order. */
export function readBoxes(page: string): Box[] {
  const boxes: Box[] = [];
  let open: Box | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const [, fence] = /^\s*```(.*)$/.exec(line) ?? [];
    if (fence === undefined) {
      if (open) open.text += `${line}\n`;
    } else if (open) {
      boxes.push(open);
      open = undefined;
    } else {
      const [language = '', name = ''] = fence.split(' ');
      open = { language, name, text: '', line: index + 2 };
    }
  }
  return boxes;
}
