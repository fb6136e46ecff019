import type { TransactionCategory } from '@moniker/common/categories.js';
import { humanize } from '@/lib/format';

/** Says which category the purpose gives (TRF-156). */
export const detectedText = (category: TransactionCategory): string => `${humanize(category)} (detected)`;
