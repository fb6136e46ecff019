import { discardDrafts } from './draft-store';
import { forgetReturnPath } from './return-path';
import { tellOtherTabs } from './session-channel';

/**
 * Discards what is kept for the next sign-in, and tells the other tabs that the user is signing out. Call it before
 * `/api/logout` is opened.
 */
export function prepareSignOut(): void {
  forgetReturnPath();
  discardDrafts();
  tellOtherTabs({ userId: null });
}
