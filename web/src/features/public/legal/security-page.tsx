import { LegalPage, SupportAddress } from './legal-page';

export function SecurityPage() {
  return (
    <LegalPage title="Security">
      <p>
        Every change of a balance is an entry in a ledger that can only be added to. Each entry carries the
        fingerprint of the one before it, so a change of the past shows.
      </p>
      <p>
        Passwords are stored as hashes that cannot be reversed. Codes that we email work once, and for a short
        time.
      </p>
      <p>
        Social Security numbers are encrypted at rest, and each look at a full one by an administrator is
        recorded.
      </p>
      <p>
        Found a weakness? Write to <SupportAddress /> before you tell anyone else, and we answer.
      </p>
    </LegalPage>
  );
}
