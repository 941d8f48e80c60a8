import { activity } from '@pitboss/contract/activity';
import { read } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { listActivity } from './list-activity.ts';
import { sealState } from './seal-state.ts';

export function activityRoutes(app: App): void {
  read(app, activity.list, ({ db, actor, body }) => listActivity(db, actor, body));
  read(app, activity.seal, ({ db }) => sealState(db));
}
