import { Input, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { pictureTypes } from './event-form-values.ts';
import classes from './events.module.css';

interface Props {
  label: string;
  /** The picture that the event has now. */
  present: string | null;
  value: File | null;
  /** The form knows the field by it. */
  path: string;
  error?: string | null;
  onChange: (file: File | null) => void;
}

/** Chooses a picture and shows it before it is sent. */
export function PictureField({ label, present, value, path, error, onChange }: Props) {
  const id = useId();
  const chosen = useObjectUrl(error ? null : value);
  const shown = chosen ?? present;
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description="PNG, JPEG, WebP or GIF, at most 5 MB"
      error={error}
    >
      <Input
        id={id}
        component="input"
        type="file"
        data-path={path}
        accept={pictureTypes.join(',')}
        classNames={{ input: classes.file ?? '' }}
        error={Boolean(error)}
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      />
      {shown && (
        <figure className={classes.preview}>
          <img src={shown} alt={`${label} preview`} />
          <Text component="figcaption" size="sm" c="dimmed">
            {chosen ? 'Will be sent' : 'Stays as it is'}
          </Text>
        </figure>
      )}
    </Input.Wrapper>
  );
}

/** An address of the file for an `<img>`, given back when it is no longer shown. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
