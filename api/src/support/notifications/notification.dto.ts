import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

export class NotificationDto {
  @ApiProperty({
    description:
      'The log position of its event; 0 for a request for money (NTF-4). Send it as `upTo` to mark the notification as read',
  })
  id: number;

  @ApiProperty()
  at: Date;

  @ApiProperty({ example: 'Transfer completed' })
  title: string;

  @ApiProperty({
    example:
      'We approved your transfer to Corner Greens. $200.00 left your account, including the $4.00 fee.',
  })
  text: string;

  @ApiProperty({ example: '/dashboard?transaction=0198…', description: 'The screen with details' })
  href: string;

  @ApiProperty()
  isRead: boolean;
}

export class NotificationsDto {
  @ApiProperty({
    type: [NotificationDto],
    description: 'Newest first. At most 50, plus open requests for money',
  })
  items: NotificationDto[];

  @ApiProperty({ description: 'The number of unread items' })
  unreadCount: number;
}

export class ReadNotificationsBody {
  @IsInt({ message: 'upTo must be the id of a notification' })
  @Min(0, { message: 'upTo must be the id of a notification' })
  @Max(Number.MAX_SAFE_INTEGER, { message: 'upTo must be the id of a notification' })
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'The id of the newest notification to mark as read. Also marks all requests for money',
  })
  upTo: number;
}
