import { Alert } from './alert';
import { Button } from './button';

/** A part of a screen that could not be loaded, with a way to try again. */
export function ErrorState({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      title={title}
      isLive
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
