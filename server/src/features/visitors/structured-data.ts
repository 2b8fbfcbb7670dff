import type { PageContent, PublicObservation, TaxonSummary } from '@veld/contract';

/*
 * What pages are about, for machines, in the words of schema.org; terms of Darwin Core where it has none. Everything is taken from what
 * the page shows anyway.
 */

const DARWIN_CORE = 'http://rs.tdwg.org/dwc/terms/';

type Data = Record<string, unknown>;

/** Without the properties that have no value. */
function known(values: Data): Data {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

export function describeTaxon(taxon: Pick<TaxonSummary, 'name' | 'scientific_name' | 'rank'>): Data {
  const { name, scientific_name, rank } = taxon;
  return known({ '@type': 'Taxon', name: scientific_name, alternateName: name === scientific_name ? null : name, taxonRank: rank });
}

export function describePictures({ pictures, license }: PageContent, origin: string): Data[] {
  return pictures.map(({ url, width, height, credit }) =>
    known({ '@type': 'ImageObject', contentUrl: origin + url, width, height, creditText: credit, license: license?.url }),
  );
}

/** A record: a data set of one occurrence. */
export function describeRecord(record: PublicObservation, content: PageContent, observer: string, address: string): Data {
  const { map, license, citation, title, description } = content;
  const { origin } = new URL(address);
  return known({
    '@type': 'Dataset',
    additionalType: `${DARWIN_CORE}Occurrence`,
    '@id': address,
    identifier: record.id,
    url: address,
    name: title,
    description,
    about: record.taxon && describeTaxon(record.taxon),
    creator: known({ '@type': 'Person', name: observer }),
    temporalCoverage: record.observed_on,
    spatialCoverage: map && {
      '@type': 'Place',
      geo: { '@type': 'GeoCoordinates', latitude: map.latitude, longitude: map.longitude },
      additionalProperty: known({
        '@type': 'PropertyValue',
        propertyID: `${DARWIN_CORE}coordinateUncertaintyInMeters`,
        value: map.uncertainty_m,
        unitCode: 'MTR',
      }),
    },
    license: license?.url,
    citation,
    isAccessibleForFree: true,
    image: describePictures(content, origin),
    variableMeasured: known({
      '@type': 'PropertyValue',
      name: 'individualCount',
      propertyID: `${DARWIN_CORE}individualCount`,
      value: record.count,
    }),
  });
}
