import { Button, CloseButton, Group, Paper, TextInput } from '@mantine/core';
import { type Round, rounds } from '@pitboss/contract/rounds';
import { Id } from '@pitboss/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { refresh } from '#src/lib/refresh.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import classes from './round-search.module.css';

interface Props {
  columns: Columns<Round>;
}

/** Looks one round up by its id, which the address keeps. */
export function RoundSearch({ columns }: Props) {
  const [{ round }, setState] = useUrlState();
  const client = useQueryClient();
  const [text, setText] = useState(round ?? '');
  const [problem, setProblem] = useState<string>();
  const search = (event: FormEvent) => {
    event.preventDefault();
    const id = text.trim();
    // A blank id is ignored.
    if (!id) return;
    const isId = fieldProblem(Id, id) === null;
    setProblem(isId ? undefined : 'A round id is a whole number.');
    if (!isId) return;
    setState({ round: id });
    if (id === round) refresh(client, rounds.get.name);
  };
  const clear = () => {
    setText('');
    setProblem(undefined);
    setState({ round: undefined });
  };
  return (
    <Paper withBorder>
      <Group component="form" align="flex-start" gap="sm" p="md" wrap="nowrap" onSubmit={search}>
        <TextInput
          className={classes.field ?? ''}
          label="Round Id"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={round && <CloseButton size="sm" aria-label="Clear" onClick={clear} />}
        />
        <Button type="submit" className={classes.button ?? ''}>
          Search
        </Button>
      </Group>
      {round !== undefined && <Found key={round} id={BigInt(round)} columns={columns} />}
    </Paper>
  );
}

function Found({ id, columns }: { id: bigint; columns: Columns<Round> }) {
  const { data, error, refetch } = useRead(rounds.get, { params: { id } }, { failed: null });
  const isNone = error instanceof ApiError && error.status === 404;
  if (error && !data && !isNone) return <LoadFailure error={error} onRetry={() => refetch()} />;
  return (
    <DataTable
      label="Search Result"
      columns={columns}
      rows={isNone ? [] : data && [data]}
      rowKey={(row) => String(row.round)}
    />
  );
}
