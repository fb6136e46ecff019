import { LegalPage, SupportAddress } from './legal-page';

export function SecurityPage() {
  return (
    <LegalPage title="Security">
      <p>
        Every balance change is an entry in an append-only ledger. Each entry carries the fingerprint of the
        one before it, so any change to a past entry would be noticed.
      </p>
      <p>
        We store passwords only as hashes that can't be reversed. Each code we email works only once and
        expires after 10 minutes.
      </p>
      <p>We encrypt Social Security numbers and record every time an admin views a full one.</p>
      <p>
        Found a vulnerability? Write to <SupportAddress /> before you tell anyone else. We'll reply.
      </p>
    </LegalPage>
  );
}
