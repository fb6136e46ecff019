import { ApiProperty } from '@nestjs/swagger';
import { RecipientMoniker } from './recipient-moniker.js';

export class FindRecipientBody {
  @RecipientMoniker()
  recipientMoniker: string;
}

/** The customer with a moniker, as a sender sees them before a transfer (TRF-100). */
export class FoundRecipientDto {
  @ApiProperty({ example: 'bob' })
  moniker: string;

  @ApiProperty({ example: 'Bob L.', description: 'First name and the initial of the last name' })
  name: string;

  @ApiProperty({
    description: 'The `recipientProof` of a transfer to this moniker; valid for an hour (TRF-103)',
  })
  proof: string;
}
