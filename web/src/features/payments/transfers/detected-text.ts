import type { TransactionCategory } from '@moniker/common/categories.js';
import { humanize } from '@/lib/format';

/** The label of a category that was detected from the purpose (TRF-156). */
export const detectedText = (category: TransactionCategory): string => `${humanize(category)} (detected)`;
