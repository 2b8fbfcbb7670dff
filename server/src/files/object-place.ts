/** Where objects are kept: `S3_URL` taken apart. */
export interface ObjectPlace {
  /** The address of the bucket, without credentials. */
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Takes `https://KEY:SECRET@host/bucket?region=eu-west-1` apart; null if it has another form. Key and secret are percent-encoded. */
export function parseObjectPlace(address: string): ObjectPlace | null {
  const url = URL.parse(address);
  const bucket = url?.pathname.replace(/^\/|\/$/g, '');
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || !bucket || bucket.includes('/')) return null;
  return {
    endpoint: `${url.origin}/${bucket}`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'auto',
  };
}
