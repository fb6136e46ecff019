import { BRAND } from '@moniker/common/brand.js';
import { LegalPage, SupportAddress } from './legal-page';

export function TermsPage() {
  return (
    <LegalPage title="Terms of Service">
      <p>An account at {BRAND} is free. There are no monthly fees and no hidden ones.</p>
      <p>
        A transfer costs 2% of its amount. The fee is shown before you confirm, and is earned only when the
        transfer completes.
      </p>
      <p>
        You can send up to $2,000 a day. Each transfer is reviewed before it leaves; until then its amount is
        on hold.
      </p>
      <p>
        Each person can have one account. To send money you need a checking account, which is opened after
        your identity has been verified.
      </p>
      <p>
        Questions: <SupportAddress />.
      </p>
    </LegalPage>
  );
}
