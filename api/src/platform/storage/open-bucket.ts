import type { Bucket } from './bucket.js';
import type { S3Settings } from './s3-settings.js';

/** The bucket of these settings. Loads Amazon's SDK, which weighs much and is needed nowhere else. */
export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const { Bucket } = await import('./bucket.js');
  return new Bucket(settings);
}
