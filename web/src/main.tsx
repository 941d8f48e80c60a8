import '#src/lib/zod-setup.ts';
import '#src/ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/app.tsx';
import { applyColorScheme } from '#src/ui/color-scheme.ts';
import { installRipple } from '#src/ui/ripple.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has an element to render into.');
applyColorScheme();
installRipple(document);
createRoot(root).render(<App />);
