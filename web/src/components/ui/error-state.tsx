import { Alert } from './alert';
import { Button } from './button';

/** An alert for data that could not be loaded, with a retry button. */
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
