import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import classes from './draft-state.module.css';
import { sinceRound, type TableFacts, type Weighed } from './table-facts.ts';

interface Props {
  facts: NonNullable<TableFacts>;
  draft: Weighed;
  /** The draft is what rounds are drawn from. */
  isInPlay: boolean;
  onPublish: () => void;
}

/** Whether rounds are drawn from what is on screen, and the way to make it so. */
export function DraftState({ facts, draft: { problems }, isInPlay, onPublish }: Props) {
  const reason = useId();
  const { version } = facts.inPlay;
  const hasProblems = problems.length > 0;
  return (
    <Paper
      withBorder
      p="md"
      mb="md"
      component="section"
      aria-label="State of the table"
      className={(isInPlay ? classes.inPlay : classes.draft) ?? ''}
    >
      <Group justify="space-between" gap="md">
        <div className={classes.words}>
          <Title order={2} size="h4">
            {isInPlay ? `In play since ${sinceRound(facts)}` : 'Draft — not in play'}
          </Title>
          <Text size="sm">
            {isInPlay
              ? `Rounds are drawn from this table: version ${version}.`
              : `Rounds are drawn from version ${version}, in play since ${sinceRound(facts)}.`}
          </Text>
          <Text size="sm" id={reason}>
            {reasonOf(isInPlay, problems.length)}
          </Text>
        </div>
        <Button disabled={isInPlay || hasProblems} aria-describedby={reason} onClick={onPublish}>
          Publish
        </Button>
      </Group>
      {facts.problems.length > 0 && (
        <div role="alert" className={classes.barred}>
          <Text fw={600}>No round starts: version {String(version)} breaks the settings.</Text>
          {facts.problems.map((words) => (
            <Text key={words} size="sm">
              {words}
            </Text>
          ))}
        </div>
      )}
    </Paper>
  );
}

function reasonOf(isInPlay: boolean, problems: number): string {
  if (isInPlay) return 'There is nothing to publish.';
  if (problems === 0) return 'It can be published.';
  return problems === 1
    ? 'It cannot be published: see the problem below.'
    : `It cannot be published: see the ${problems} problems below.`;
}
