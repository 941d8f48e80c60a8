import { inTransaction } from '../db/transaction.ts';
import { type Demo, findDemo, refuseCrossed, removeDemo, stopPlay } from '../demo/remove-demo.ts';
import type { Context } from './context.ts';
import { defineVerb } from './verb.ts';

/** From a demo that was looked at to a platform in earnest, with the people who came meanwhile. */
export const removeDemoVerb = defineVerb({
  name: 'remove-demo',
  summary: 'Closes the demo and takes its money out; real people and their money stay',
  details: [
    'Accounts of the demo are locked, emptied and deleted, their requests failed, their banks,',
    'links and events put away; what the treasury issued for the demo goes back to it. SUPER',
    'stays, with a new password where it has the one of the demo. Nothing on record is removed:',
    'what the demo played stays in lists and figures of its time, and the seals hold.',
    'Refused where money went between the demo and real people. Nodes may run; restart those that',
    'have DEMO=on with DEMO=off afterwards.',
  ],
  examples: [
    ['remove-demo', 'Says whom it concerns, asks, and does it.'],
    ['remove-demo --yes', 'The same, without a question.'],
  ],
  destroys: 'the accounts of the demo, and the password of SUPER if that is the one of the demo',
  look: async (context) => {
    const demo = await demoOf(context);
    const operators = demo.operators.join(', ');
    return [`The demo has ${demo.people.length} accounts, among them the operators ${operators}.`];
  },
  run: async (context) => {
    const demo = await demoOf(context);
    const { db } = await context.database();
    await stopPlay(db, demo, context.say);
    const { people, password } = await inTransaction(db, async (tx) => {
      const removed = await removeDemo(tx, demo);
      const message = `The demo was removed: ${removed.people} accounts.`;
      const after = { people: removed.people, isPasswordNew: removed.password !== undefined };
      await context.record(tx, { message, change: { kind: 'user', id: demo.superId, after } });
      return removed;
    });
    const renewed = `The new password of ${demo.superName} is ${password} (shown only now).`;
    return {
      lines: [
        `The demo was removed: ${people} accounts closed, their money returned to the treasury.`,
        ...(password ? [renewed] : []),
        'Set DEMO=off for every node and restart those that had it on; npm run books checks all.',
      ],
    };
  },
});

async function demoOf(context: Context): Promise<Demo> {
  const { db } = await context.database();
  const demo = await findDemo(db);
  if (!demo) throw new Error('There is no demo in this database.');
  await refuseCrossed(db, demo);
  return demo;
}
