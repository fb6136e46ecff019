import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { chatStream } from '../../ledger/domain/events.js';
import { digestFields, newSalt } from '../../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { ChatMessageDto } from './chat.dto.js';
import { ChatService } from './chat.service.js';
import { SendChatReplyCommand } from './send-chat-reply.command.js';

/** Stores the reply in the same transaction as the event that records its digest and author (CHAT-20). */
@CommandHandler(SendChatReplyCommand)
export class SendChatReplyHandler
  extends AdminCommandHandler<SendChatReplyCommand>
  implements ICommandHandler<SendChatReplyCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly chat: ChatService,
  ) {
    super();
  }

  protected override targetOf({ userId }: SendChatReplyCommand): CommandTarget {
    return { customerId: userId };
  }

  /** @throws NOT_FOUND the customer does not exist */
  protected override handle({ userId, message, context }: SendChatReplyCommand): Promise<ChatMessageDto> {
    return this.ledger.transaction(async (manager, submit) => {
      const salt = newSalt();
      const reply = await this.chat.addReply(manager, userId, { message, salt });
      const payload = { userId, messageId: reply.id, messageDigest: digestFields([message], salt) };
      const event = { type: 'ChatReplySent', payload } as const;
      const stream = chatStream(userId);
      receiptOrThrow(await submit({ command: { type: 'RecordAudit', stream, event }, context }));
      return reply;
    });
  }
}
