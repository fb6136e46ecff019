import { ApiProperty } from '@nestjs/swagger';

export class SessionDto {
  @ApiProperty({ format: 'uuid', description: 'Names the session in this list; opens nothing' })
  id: string;

  @ApiProperty({ example: 'Chrome on Windows' })
  label: string;

  @ApiProperty({ format: 'date-time' })
  signedInAt: string;

  @ApiProperty({ format: 'date-time', description: 'To the minute' })
  lastActiveAt: string;

  @ApiProperty({ description: 'Whether it is the session that asks' })
  isCurrent: boolean;
}
