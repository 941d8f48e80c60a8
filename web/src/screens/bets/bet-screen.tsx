import { Anchor, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type BetView, bets } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { capitalise, formatMultiplier } from '#src/lib/format.ts';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { RoundProof } from '#src/proof/round-proof.tsx';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { ClientName } from '#src/ui/client-name.tsx';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { BetLegs } from './bet-legs.tsx';
import { BetPl, resultOf } from './bet-pl.tsx';
import { BetTimes } from './bet-times.tsx';

/** How often a bet that is still open is read again. */
const followMs = 2_000;

/** Everything about one bet on one page, for whoever has to answer for it. */
export function BetScreen() {
  const betId = useIdParam('betId');
  if (betId === undefined) return null;
  return (
    <>
      <PageHeader title={`Bet ${betId}`} />
      <Whole key={String(betId)} betId={betId} />
    </>
  );
}

function Whole({ betId }: { betId: bigint }) {
  const read = useRead(bets.get, { params: { id: betId } }, { isInline: true, pollMs: followMs });
  const { data: view, error, refetch } = read;
  if (error && !view) return <LoadFailure error={error} onRetry={() => refetch()} />;
  if (!view) return <Skeleton height={420} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <Part title="Bet">
          <FactList facts={factsOf(view)} />
        </Part>
        <Part title="Times">
          <BetTimes view={view} />
        </Part>
        <Part title="Ledger">
          <BetLegs view={view} />
        </Part>
      </Stack>
      <Part title={`Round ${view.bet.round}`}>
        <RoundProof round={view.round} />
        <Handed round={view.bet.round} isOver={view.round.seed !== null} />
      </Part>
    </SimpleGrid>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function factsOf({ bet, isDemo, ref, heldReason }: BetView) {
  const { user, currency, stake, cashoutAmount, autoCashout, multiplier, crash } = bet;
  const times = (hundredths: number | undefined) =>
    hundredths === undefined ? '-' : formatMultiplier(hundredths);
  return [
    { title: 'Client', value: <ClientName id={user._id} name={user.username} tab="bets" /> },
    { title: 'Type', value: <StatusBadge status={capitalise(bet.type)} /> },
    ...(isDemo ? [{ title: 'Money', value: 'Play money of a demo account' }] : []),
    { title: 'Stake', value: <AmountIn minor={stake} currency={currency} /> },
    { title: 'Target', value: autoCashout === undefined ? 'Manual' : times(autoCashout) },
    { title: 'Left at', value: times(multiplier) },
    { title: 'Crashed at', value: times(crash) },
    {
      title: 'Cashout Amount',
      value:
        cashoutAmount === undefined ? '-' : <AmountIn minor={cashoutAmount} currency={currency} />,
    },
    { title: 'Pl', value: <BetPl result={resultOf(bet)} /> },
    ...(ref === null ? [] : [{ title: 'Ref of the game server', value: ref }]),
    ...(heldReason === null ? [] : [{ title: 'Could not be settled', value: heldReason }]),
    { title: 'Bet Id', value: <CopiedText title="Bet Id" shown={String(bet._id)} /> },
  ];
}

/** What the client can be given: it shows how the round was drawn, and no names. */
function Handed({ round, isOver }: { round: bigint; isOver: boolean }) {
  if (!isOver) return null;
  const params = { roundId: String(round) };
  const address = `${window.location.origin}/verify/${round}`;
  return (
    <>
      <Text mt="md">
        For the client:{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/verify/$roundId" params={params} {...props} />}
        >
          public verification of round {params.roundId}
        </Anchor>
        , which names nobody.
      </Text>
      <CopiedText isCode title="link for the client" shown={address} />
    </>
  );
}
