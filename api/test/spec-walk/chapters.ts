import { ADMIN_ACCESS } from './admin-access.rows.js';
import { ADMIN_CALLS } from './admin-calls.rows.js';
import { ADMIN_CONSTANTS } from './admin-constants.rows.js';
import { ADMIN_ENTITIES } from './admin-entities.rows.js';
import { ADMIN_ERRORS } from './admin-errors.rows.js';
import { ADMIN_SCREENS } from './admin-screens.rows.js';
import { ADMIN_SECURITY } from './admin-security.rows.js';
import { ADMIN_STATES } from './admin-states.rows.js';
import { ADMIN_VALIDATION } from './admin-validation.rows.js';
import { ACCESS } from './access.rows.js';
import { CALLS } from './calls.rows.js';
import { CONSTANTS } from './constants.rows.js';
import { ERRORS } from './errors.rows.js';
import { ROUTES } from './routes.rows.js';
import type { Chapter } from './row.js';
import { SCREENS } from './screens.rows.js';
import { SECURITY } from './security.rows.js';
import { STATES } from './states.rows.js';
import { VALIDATION } from './validation.rows.js';

/** The specification as visitors and customers meet it, then as admins do. */
export const CHAPTERS: readonly Chapter[] = [
  ROUTES,
  SCREENS,
  STATES,
  VALIDATION,
  ACCESS,
  CALLS,
  ERRORS,
  CONSTANTS,
  SECURITY,
  ADMIN_SCREENS,
  ADMIN_ENTITIES,
  ADMIN_STATES,
  ADMIN_VALIDATION,
  ADMIN_ACCESS,
  ADMIN_CALLS,
  ADMIN_ERRORS,
  ADMIN_CONSTANTS,
  ADMIN_SECURITY,
];
