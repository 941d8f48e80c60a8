import { connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  /** The database's address by way of the proxy. */
  url: string;
  /** Breaks every connection and lets no new one through. */
  cut(): void;
  mend(): void;
  /** Breaks the connection at the next commit: before it is passed on, or right after it. */
  cutAtCommit(when: 'before' | 'after'): void;
  close(): Promise<void>;
}

/** A transaction's own word, and a deposit, whose one statement is a transaction. */
const commits = ['commit\0', 'transactions.deposit'];

/** A wire between node and database that can be cut at will. */
export async function cutProxy(databaseUrl: string): Promise<CutProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let trap: 'before' | 'after' | undefined;

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    far.on('data', (chunk) => near.write(chunk));
    far.on('close', () => near.destroy());
    near.on('data', (chunk) => {
      const isCommit = commits.some((mark) => chunk.includes(mark));
      const sprung = isCommit ? trap : undefined;
      if (sprung) trap = undefined;
      if (sprung !== 'before') far.write(chunk);
      if (sprung === 'before') far.destroy();
      if (sprung) near.destroy();
    });
    // After a lost commit the database goes on to the end of what it was sent.
    near.on('close', () => far.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);

  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    cutAtCommit: (when) => {
      trap = when;
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
