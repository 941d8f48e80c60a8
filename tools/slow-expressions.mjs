import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';

/** Where a text of strangers may arrive: what is not written out there cannot be checked. */
const isServed = (path) =>
  /^(contract|engine|server|web)\/src\//.test(path) && !/\.test\.tsx?$|\/src\/test\//.test(path);

/**
 * The regular expressions of a source file whose time can grow faster than the text they are given,
 * each with its line and the reason. A node answers nobody while it matches one.
 */
export function slowExpressions(path, text) {
  const { program, errors } = parseSync(path, text);
  const found = errors.map(({ message }) => ({ start: 0, why: `cannot be read: ${message}` }));
  const judge = (start, source, flags) => {
    const why = slownessOf(source, flags);
    if (why) found.push({ start, why: `/${source}/${flags} ${why}` });
  };
  const judgeMade = ({ callee, arguments: [source, flags], start }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [pattern, letters] = [writtenOut(source), flags ? writtenOut(flags) : ''];
    if (pattern !== undefined && letters !== undefined) judge(start, pattern, letters);
    else if (isServed(path))
      found.push({ start, why: 'is not written out, so nobody can check it' });
  };
  new Visitor({
    Literal: ({ regex, start }) => regex && judge(start, regex.pattern, regex.flags),
    NewExpression: judgeMade,
    CallExpression: judgeMade,
  }).visit(program);
  return found.map(({ start, why }) => `${path}:${lineOf(text, start)} ${why}`);
}

function writtenOut(node) {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

const reasons = {
  Trade: 'has two repeats that can take the same characters from each other',
  Self: 'repeats what repeats itself',
  Move: 'is tried anew at every place of a long run',
};

function slownessOf(source, flags) {
  try {
    const [report] = analyse({ source, flags }, { maxReports: 1 }).reports;
    return report && reasons[report.type];
  } catch (error) {
    return `cannot be checked: ${error.message}`;
  }
}

function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length;
}
