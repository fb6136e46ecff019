export { formatCents } from '@moniker/common/money.js';
