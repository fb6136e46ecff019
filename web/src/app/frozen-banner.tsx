import { Link } from 'react-router-dom';
import { FROZEN } from '@/lib/send-money-blocked-reason';

/** Tells customers on every screen that their account is frozen, and links to support (ADM-60). */
export function FrozenBanner() {
  return (
    <p role="status" className="border-b border-rule bg-warning-soft text-sm text-warning print:hidden">
      <span className="page flex flex-wrap gap-x-2 py-2 font-semibold">
        {FROZEN}
        <Link to="/contact" className="underline underline-offset-4">
          Contact Support
        </Link>
      </span>
    </p>
  );
}
