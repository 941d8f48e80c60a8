import { askDatabase } from '@pitboss/testkit/database-stage';
import { type LedgerStage, ledgerStage, onStages } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import { type Figure, judged, whole } from './figure.ts';
import { openAndPlace, settle } from './play-straight.ts';
import type { Release } from './release.ts';
import { batch, sampleBets } from './sample-bets.ts';

const batches = 40;
/** A tenth of the rows at the end; autovacuum comes at a fifth, and sooner while there are few. */
const batchesPerVacuum = 4;
const atMost = 1_000;
const crowd = { operators: 20, clientsEach: batch.clients / 20, clientMinor: 500_000_000n };

type Sizes = Map<string, number>;

/**
 * What a database has grown by for each bet placed and settled by the platform's own functions, in
 * all tables that it wrote to, with their indexes. Partitions count for their table.
 */
export function bytesPerBet(releases: Release[]): Promise<Figure[]> {
  return withServer((server) =>
    onStages(
      releases,
      (release) => ledgerStage(server, release, crowd),
      async (stages) => {
        const figures: Figure[] = [];
        for (const stage of stages) figures.push(await figureOf(stage));
        return figures;
      },
    ),
  );
}

async function figureOf(stage: LedgerStage): Promise<Figure> {
  await askDatabase(stage.databaseUrl, 'vacuum analyze');
  const before = await sizes(stage.databaseUrl);
  for (let index = 0; index < batches; index++) {
    const bets = sampleBets(stage.clientIds, `batch${index}`);
    await settle(stage, await openAndPlace(stage, `batch${index}`, bets), bets.length);
    if (index % batchesPerVacuum === batchesPerVacuum - 1)
      await askDatabase(stage.databaseUrl, 'vacuum');
  }
  await stage.audit();
  const after = await sizes(stage.databaseUrl);
  const grown = [...after].map(
    ([part, bytes]) => [part, (bytes - (before.get(part) ?? 0)) / (batches * batch.bets)] as const,
  );
  const value = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  const parts = grown
    .filter(([, bytes]) => bytes >= 0.5)
    .toSorted(([, one], [, other]) => other - one)
    .map(([part, bytes]) => `${part} ${Math.round(bytes)}`);
  const detail = `${whole(batches * batch.bets)} bets: ${parts.join(', ')}`;
  const name = `bytes-per-bet${stage.release.suffix}`;
  return judged(name, Math.round(value), 'bytes', { atMost }, detail);
}

/** The bytes of each table's rows and of each of its indexes, whatever the layout's tables are. */
async function sizes(url: string): Promise<Sizes> {
  const { rows } = await askDatabase(
    url,
    `with recursive tables as (
       select c.oid, c.oid as root from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition
       union all
       select i.inhrelid, t.root from pg_inherits i join tables t on t.oid = i.inhparent
     ), indexes as (
       select x.indexrelid as oid, x.indexrelid as root, x.indrelid from pg_index x
       join tables t on t.oid = x.indrelid and t.root = t.oid
       union all
       select i.inhrelid, x.root, x.indrelid from pg_inherits i
       join indexes x on x.oid = i.inhparent
     )
     select t.root::regclass::text as part, sum(pg_table_size(t.oid)) as bytes
     from tables t group by t.root
     union all
     select x.root::regclass::text, sum(pg_relation_size(x.oid)) from indexes x group by x.root
     union all
     -- Indexes that only a partition has.
     select x.indexrelid::regclass::text, pg_relation_size(x.indexrelid) from pg_index x
     join tables t on t.oid = x.indrelid and t.root <> t.oid
     where x.indexrelid not in (select oid from indexes)`,
  );
  return new Map(rows.map(({ part, bytes }) => [part, Number(bytes)]));
}
