import { createContext } from 'react';
import { createLiveStore, type LiveStore } from './live-store.ts';

/** Outside of the panel nothing is heard. */
export const LiveContext = createContext<LiveStore>(createLiveStore());
