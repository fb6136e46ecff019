import { accessTable, adminRequests, adminReview, kyc, money, objects } from './proofs.js';
import type { Chapter } from './row.js';

/** What must hold of admins, and against them; the numbers are those of the list of measures. */
export const ADMIN_SECURITY: Chapter = {
  id: 'security admin',
  title: 'Security measures around admins',
  count: 4,
  because: '17 and 47-49 of the list',
  rows: [
    [
      '17 Every route x {visitor, customer, other customer, admin}, from the router; an undeclared one fails',
      accessTable('is declared in this table, and everything in this table is a route'),
      accessTable('is open to visitors only where it is public'),
      accessTable('is open to customers unless it is for admins'),
      accessTable('is open to admins'),
      accessTable('that names one thing of a customer shows it to no other customer'),
    ],
    [
      '47 Reading a document or full SSN appends its event first; if that fails, no data',
      objects('is in the log before an admin gets it'),
      objects('is nobody but the owner while the log cannot take it down'),
      kyc('is given to an admin on demand, after the event'),
      kyc('is not given while the log cannot take it down'),
    ],
    [
      '48 Two admins deciding at once give one decision; the second is told by whom and when',
      adminReview('deciding on %s at once give one decision, and the second is told by whom and when'),
      adminReview('is told the same for an incoming payment'),
      adminRequests('of many at once is one'),
      adminRequests('on what another admin has changed is refused, and says what that one did'),
      kyc('two admins who decide at once make one decision'),
    ],
    [
      '49 An admin cannot approve a transfer of their own account',
      money('is not decided by the admin whose account it leaves'),
      adminReview('is never taken on a transfer of the admin’s own account'),
    ],
  ],
};
