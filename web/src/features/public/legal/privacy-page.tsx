import { BRAND } from '@moniker/common/brand.js';
import { LegalPage, SupportAddress } from './legal-page';

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy">
      <p>
        {BRAND} keeps what an account needs: your name, email address, phone number, and, when you apply for a
        checking account, your address, Social Security number and identity documents.
      </p>
      <p>
        Your Social Security number is stored encrypted and shown masked. Your documents can be opened only by
        you and by the administrators who review them.
      </p>
      <p>
        The ledger itself holds amounts and references, never your name or address. When your account is
        deleted, your personal data is erased and the bare entries stay, because the books must still add up.
      </p>
      <p>
        Signing in sets three cookies: one keeps you signed in, one tells our pages that you are, and one
        recognizes this browser the next time, so we can warn you about others. Your browser also stores
        settings, such as the theme. There is no advertising and no tracking by others.
      </p>
      <p>
        Questions: <SupportAddress />.
      </p>
    </LegalPage>
  );
}
