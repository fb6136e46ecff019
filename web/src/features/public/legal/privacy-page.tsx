import { LegalPage, SupportAddress } from './legal-page';

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy">
      <p>
        We keep what we need to run your account: your name, email address and phone number. If you apply for
        a checking account, we also keep your address, Social Security number and identity documents.
      </p>
      <p>
        We encrypt your Social Security number and show it masked. Only you and the team that reviews your
        application can open your documents.
      </p>
      <p>
        The ledger itself holds amounts and references, never your name or address. When your account is
        deleted, we erase your personal data. The bare entries stay, because the books must still add up.
      </p>
      <p>
        Signing in sets three cookies: one keeps you signed in, one tells our pages that you're signed in, and
        one recognizes this browser the next time you sign in. Your browser also stores settings, such as the
        theme. There are no ads and no third-party trackers.
      </p>
      <p>
        Questions: <SupportAddress />.
      </p>
    </LegalPage>
  );
}
