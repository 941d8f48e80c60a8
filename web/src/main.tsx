import '#src/lib/zod-setup.ts';
import '#src/ui/theme-variables.css';
import '#src/ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/app.tsx';
import { installRipple } from '#src/ui/ripple.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has an element to render into.');
installRipple(document);
createRoot(root).render(<App />);
