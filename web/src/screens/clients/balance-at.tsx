import { Group, Text, TextInput } from '@mantine/core';
import { clients } from '@pitboss/contract/clients';
import { useState } from 'react';
import { failureText } from '#src/lib/api-error.ts';
import { useRead } from '#src/lib/use-api.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { Moment } from '#src/ui/moment.tsx';

/** What the account had at a moment that somebody asks about. */
export function BalanceAt({ userId }: { userId: bigint }) {
  const [text, setText] = useState('');
  const at = new Date(text);
  const isMoment = text !== '' && !Number.isNaN(at.getTime());
  const read = useRead(
    clients.balanceAt,
    { params: { id: userId }, body: { at: isMoment ? at : new Date(0) } },
    { enabled: isMoment, isInline: true, overlay: false },
  );
  return (
    <Group gap="sm" align="flex-end" mt="sm">
      <TextInput
        label="Balance at"
        type="datetime-local"
        step={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text role="status" mb={7}>
        {isMoment && read.error && failureText(read.error, 'It could not be read.')}
        {isMoment && read.data && !read.isPlaceholderData && <Told told={read.data} />}
      </Text>
    </Group>
  );
}

interface Told {
  told: NonNullable<ReturnType<typeof useRead<typeof clients.balanceAt>>['data']>;
}

function Told({ told: { balance, currency, since, isExact } }: Told) {
  return (
    <>
      <strong>
        <AmountIn minor={balance} currency={currency} />
      </strong>
      {since === null && ', before its first entry'}
      {since && isExact && (
        <>
          , since <Moment at={since} />
        </>
      )}
      {since && !isExact && ' at the beginning of that day: its entries were archived'}
    </>
  );
}
