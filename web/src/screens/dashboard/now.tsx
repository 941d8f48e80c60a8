import { useReducedMotion } from '@mantine/hooks';
import { rounds } from '@pitboss/contract/rounds';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import type { UrlState } from '#src/lib/address.ts';
import { capitalise, formatAmount, formatCount, formatMultiplier } from '#src/lib/format.ts';
import { useOperator } from '#src/lib/session.ts';
import { useRead } from '#src/lib/use-api.ts';
import { multiplierNow, type RoundNow, useLiveRound } from '#src/live/use-live.ts';
import { flightPath } from './flight-path.ts';
import classes from './now.module.css';
import { Panel, PanelToCome } from './panel.tsx';

const calmStepMs = 250;
const crashesShown = 20;
const newestFirst = { draw: 1, start: 0, length: crashesShown, order: [], columns: [] };

/** The round that runs, as it flies, and where the last ones crashed. */
export function Now({ rest }: { rest: UrlState }) {
  const titleId = useId();
  const round = useLiveRound();
  if (round === undefined) return <PanelToCome area="now" />;
  if (round === null) return null;
  const search = { round: String(round.round) };
  return (
    <Panel area="now">
      <section aria-labelledby={titleId}>
        <div className={classes.head}>
          <h2 id={titleId}>
            Round {String(round.round)} · {round.state}
          </h2>
          <Link to="/rounds" search={search} aria-label={`Open round ${round.round}`}>
            Open
          </Link>
        </div>
        <Flight round={round} />
        <AtStake round={round} rest={rest} />
        <Crashes key={String(round.round)} isOver={round.state === 'crashed'} />
      </section>
    </Panel>
  );
}

/** Drawn anew with every frame while it flies, or step by step for who wants less motion. */
function Flight({ round }: { round: RoundNow }) {
  const hundredths = useFlight(round);
  const { line, area } = flightPath(hundredths ?? 100);
  const words = hundredths === null ? capitalise(round.state) : formatMultiplier(hundredths);
  return (
    <div className={classes.flight} data-over={round.state === 'crashed' || undefined}>
      <p className={classes.multiplier}>
        {words}
        {round.state === 'crashed' && <small> crashed</small>}
      </p>
      <svg viewBox="0 0 300 90" preserveAspectRatio="none" aria-hidden className={classes.curve}>
        <path d={area} className={classes.area} />
        <path d={line} className={classes.line} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

function useFlight(round: RoundNow): number | null {
  const [shown, setShown] = useState(() => multiplierNow(round));
  const isCalm = useReducedMotion(undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    const draw = () => setShown(multiplierNow(round));
    draw();
    if (round.state !== 'flying') return;
    if (isCalm) {
      const timer = setInterval(draw, calmStepMs);
      return () => clearInterval(timer);
    }
    let frame = requestAnimationFrame(function next() {
      draw();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [round, isCalm]);
  return shown;
}

function AtStake({ round, rest }: { round: RoundNow; rest: UrlState }) {
  const own = useOperator()?.currency;
  const currency = rest.currency ?? own ?? round.play[0]?.currency;
  const play = round.play.find((one) => one.currency === currency);
  const roundId = String(round.round);
  if (!play) return <p className={classes.quiet}>No bets in this round.</p>;
  return (
    <p className={classes.quiet}>
      <Link to="/round-bets/$roundId" params={{ roundId }} search={rest}>
        {formatCount(play.bets)} {play.bets === 1 ? 'bet' : 'bets'}
      </Link>
      {` · ${formatAmount(play.stakes, play.currency)} staked · `}
      {`${formatAmount(play.exposure, play.currency)} exposure`}
    </p>
  );
}

/** Read anew with each round and with its end. */
function Crashes({ isOver }: { isOver: boolean }) {
  const read = useRead(rounds.list, { body: newestFirst }, { isInline: true, overlay: false });
  const { refetch } = read;
  useEffect(() => {
    if (isOver) refetch();
  }, [isOver, refetch]);
  const crashed = read.data?.data.filter(({ multiplier }) => typeof multiplier === 'number') ?? [];
  return (
    <ul className={classes.crashes} aria-label="The last crash points">
      {crashed.map(({ round, multiplier }) => (
        <li key={String(round)}>
          <Link
            to="/rounds"
            search={{ round: String(round) }}
            data-size={sizeOf(multiplier ?? 100)}
            aria-label={`Round ${round}: ${formatMultiplier(multiplier ?? 100)}`}
          >
            {formatMultiplier(multiplier ?? 100)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function sizeOf(hundredths: number): 'low' | 'middle' | 'high' {
  if (hundredths < 200) return 'low';
  return hundredths < 1_000 ? 'middle' : 'high';
}
