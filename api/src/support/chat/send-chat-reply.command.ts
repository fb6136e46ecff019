import { AdminCommand } from '../../http/admin-command.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { ChatMessageDto } from './chat.dto.js';

/** Replies to a customer (CHAT-10). */
export class SendChatReplyCommand extends AdminCommand<ChatMessageDto> {
  constructor(
    readonly userId: string,
    readonly message: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
