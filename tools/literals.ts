import { type Argument, type Expression, parseSync, type SpreadElement, Visitor } from 'oxc-parser';

type Given = { path: string; text: string };

/** What is left of an expression without its brackets and its notes about types. */
function bare(expression: Expression): Expression {
  switch (expression.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return bare(expression.expression);
    default:
      return expression;
  }
}

const isLiteral = ({ type }: Argument) => type === 'ArrayExpression' || type === 'ObjectExpression';

/** What a spread literal begins with, whatever stands around it: few files need be parsed. */
const mayBeSpread = /\.\.\.\s*[[{(</]/;

/** `[[1, 2], [3]].flat()` and `[1].concat([2])` are lists as well, written in parts. */
function isListInParts(expression: Expression): boolean {
  if (expression.type !== 'CallExpression') return false;
  const { callee } = expression;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return /^(flat|concat)$/.test(callee.property.name) && isLiteral(bare(callee.object));
}

/**
 * The literals that are spread into another: their elements could stand there themselves. What is
 * spread on a condition, or made by a call, could not.
 */
export function spreadLiterals({ path, text }: Given): string[] {
  if (!mayBeSpread.test(text)) return [];
  const found: number[] = [];
  const judge = ({ argument, start }: Pick<SpreadElement, 'argument' | 'start'>) => {
    const spread = bare(argument);
    if (isLiteral(spread) || isListInParts(spread)) found.push(start);
  };
  const { program } = parseSync(path, text);
  new Visitor({ SpreadElement: judge, JSXSpreadAttribute: judge }).visit(program);
  return found.map((start) => `line ${lineAt(text, start)}: ${text.slice(start, start + 60)}`);
}

/**
 * How many lines a reader of the file has to follow. A table is looked up and counts as one: a
 * constant of the file itself, an array or an object written out, in which no function is.
 */
export function linesToFollow({ path, text }: Given): number {
  const { program } = parseSync(path, text);
  const functions: number[] = [];
  const note = ({ start }: { start: number }) => functions.push(start);
  new Visitor({ ArrowFunctionExpression: note, FunctionExpression: note, ClassBody: note }).visit(
    program,
  );
  const passed = program.body
    .map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one))
    .flatMap((one) => (one?.type === 'VariableDeclaration' && one.kind === 'const' ? [one] : []))
    .flatMap(({ declarations }) => declarations.map(({ init }) => init && bare(init)))
    .map((value) => {
      if (!value || !isLiteral(value)) return 0;
      if (functions.some((start) => value.start < start && start < value.end)) return 0;
      return lineAt(text, value.end) - lineAt(text, value.start);
    });
  return text.trimEnd().split('\n').length - passed.reduce((sum, lines) => sum + lines, 0);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
