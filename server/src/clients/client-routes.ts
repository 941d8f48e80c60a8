import { clients } from '@pitboss/contract/clients';
import { read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { getBalanceHistory, getPastBalance } from './balances.ts';
import { getFigures } from './client-figures.ts';
import { listClientSessions } from './list-client-sessions.ts';
import { addNote, listNotes } from './notes.ts';
import { setStatus } from './set-status.ts';

export function clientRoutes(app: App): void {
  read(app, clients.get, ({ db, actor, params }) => getFigures(db, actor, params.id));
  read(app, clients.balanceHistory, ({ db, actor, params, body }) =>
    getBalanceHistory(db, actor, params.id, body),
  );
  read(app, clients.balanceAt, ({ db, actor, params, body }) =>
    getPastBalance(db, actor, params.id, body.at),
  );
  read(app, clients.sessions, ({ db, actor, params, body }) => {
    const { idleMinutesMax } = app.limits;
    return listClientSessions(db, actor, params.id, { ...body, idleMinutesMax });
  });
  read(app, clients.notes, ({ db, actor, params, body }) => listNotes(db, actor, params.id, body));

  write(app, clients.addNote, async ({ tx, actor, params, body }) => {
    const { note, change } = await addNote(tx, actor, params.id, body.text.trim());
    return { message: 'Note added successfully!', data: note, change };
  });

  write(app, clients.setStatus, async ({ tx, actor, params, body }) => ({
    message: 'User updated successfully!',
    change: await setStatus(tx, actor, params.id, body),
  }));
}
