import { FailedMail } from './failed-mail';
import { MailCounts } from './mail-counts';
import { TestEmailForm } from './test-email-form';

/** The Email Test tab (MAIL-8) with the state of the mail queue. */
export function MailTab() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-10">
      <TestEmailForm />
      <section aria-label="Mail queue" className="min-w-0">
        <h2 className="text-lg font-semibold">Mail queue</h2>
        <p className="text-sm text-ink-3">Emails to customers and admins.</p>
        <MailCounts />
        <FailedMail />
      </section>
    </div>
  );
}
