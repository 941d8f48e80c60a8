import { find } from '@pitboss/contract/find';
import { read } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { findAll } from './find-all.ts';

export function findRoutes(app: App): void {
  read(app, find.all, ({ db, actor, body }) => findAll(db, actor, body.q));
}
