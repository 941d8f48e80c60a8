import '#src/lib/zod-setup.ts';
import '#src/ui/theme-variables.css';
import '#src/ui/styles.css';
import '#src/ui/panel-styles.css';
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { clearSession } from '#src/lib/session.ts';
import { getToasts, removeToast } from '#src/lib/toast.ts';

beforeEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  for (const { id } of getToasts()) removeToast(id);
});
