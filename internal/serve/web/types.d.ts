// The parts of the service's answers that the page reads. /page/openapi.json and /v1/openapi.json describe
// them completely.

export type Language = 'nl' | 'en';
export type Interval = [number, number];

/** The home and the question: names and values of the parameters of /v1/homevalue. */
export type Inquiry = Record<string, string>;

export interface Fault { code: number; message: string; errors: { reason: string; message: string }[] }

export interface EditionAttribute {
  name: string; parameter: string; label: string; unit: string | null;
  kind: 'integer' | 'decimal' | 'boolean' | 'choice';
  min: number | null; max: number | null; choices: string[] | null;
}
export interface Background { kind: 'pmtiles' | 'tiles'; url: string; attribution: string }
export interface Edition {
  edition: string; codeVersion: number; today: string; oldest: string; salesUntil: string | null;
  homes: number; sales: number; bounds: [number, number, number, number] | null;
  attributes: EditionAttribute[]; examples: FoundHome[];
  map: { buildings: boolean; minZoom: number; maxZoom: number; background: Background | null };
}

export interface FoundHome {
  label: string; street: string; houseNumber: number; houseLetter: string | null; houseNumberExt: string | null;
  postalCode: string; city: string; bagId: string; lon: number | null; lat: number | null;
}

export interface Building { buildYear: number | null; homes: FoundHome[] }

export interface Valuation {
  houseNumber: number; houseNumberExt: string | null; postalCode: string; street: string; city: string; municipality: string;
  bagId: string; energyLabel: string | null; rooms: number | null; monument: boolean | null; valueDate: string;
  buildYear: number | null; inputBuildYear: number | null; useSurface: number | null; inputUseSurface: number | null;
  volume: number | null; parcelSurface: number | null; inputParcelSurface: number | null;
  buildType: string | null; inputBuildType: string | null; predictedValue: number; weightedValue: number;
  accuracy: number | null; confidenceClass: number | null;
  histTransactionPrice: number | null; histTransactionDate: string | null; indexedPrice: number | null;
  numZipAllTypes: number | null; medZipAllTypes: number | null; numZipSameType: number | null; medZipSameType: number | null;
  numStrAllTypes: number | null; medStrAllTypes: number | null; numStrSameType: number | null; medStrSameType: number | null;
}

export interface Characteristic {
  name: string; label: string; text: string; value: string | number | boolean | null; source: string; from: string;
}
export interface Step { part: string; name?: string; label: string; text?: string; euros: number; total: number; log: number }
/** Has: what the home has of a characteristic; had: what the home sold had. Null where it is not known, and of place and index. */
export interface Difference { name: string; label: string; has: string | null; had: string | null; log: number; euros: number }
export interface Sale {
  label: string; street: string; houseNumber: number | null; houseNumberExt: string | null; bagId: string; lon: number | null; lat: number | null;
  buildType: string; buildYear: number; useSurface: number;
  price: number; date: string; distance: number; indexedPrice: number;
}
export interface Evidence extends Sale { adjusted: number; differences?: Difference[] }
export interface ReferenceSale extends Evidence { equality: number; share: number }
/** Sale: its id, by which a worksheet names it. */
export interface ComparableSale extends Evidence { sale: string; weight: number; equality: number; share: number }
/** Residual: how many times its trend the price was. */
export interface LikeSale extends Sale { residual: number; weight: number }
/** Indication is null where the approach has nothing to say. */
export interface Approach { name: string; label: string; indication: number | null; weight: number }

export interface JudgedSale extends ComparableSale { pick: boolean | null; reason: string | null; chosenWeight: number }
export interface WorksheetAnswer {
  value: number; low: number; high: number; model: number; indication: number | null; weight: number; chosen: number; learned: number; stated: boolean; weighed: number; judgement: object;
  comparables: JudgedSale[];
}

export interface Explanation {
  /** The answer's metadata. */
  meta: { salesUntil: string };
  valuation: Valuation;
  interval: { '50': Interval; '80': Interval; '90': Interval };
  home: { bagId: string; lon: number | null; lat: number | null; address: string };
  words: {
    accuracy: string; class: string; scales: string; dataAge: string; oldSales: string; status: string; market: string; priceSeries: string; turned: string;
    references: string; offered: string; shares: string; sure: string[]; unsure: string[];
  };
  /** On what may surprise, a sentence each. */
  notes: { steps: string[]; references: string[]; kriging: string[] };
  characteristics: Characteristic[];
  steps: Step[];
  approaches: Approach[];
  kriging: { trend: number; nonspatial: boolean; sales: LikeSale[]; moreSales: number; moreWeight: number; moreEffect: number };
  references: ReferenceSale[];
  comparables: ComparableSale[];
  ownSale: Evidence | null;
}

/** Front: the home's front view, if it has one. */
export interface HouseImages { imagesDate: string; images: string[]; front?: { imageUrl: string; source: string; timestamp: number } | null }

/** Loans by loan to value, a fraction; to is null in the last band, and shares are of the exposure. */
export interface Loans { exposure: number; ltv: number | null; bands: { from: number; to: number | null; homes: number; exposure: number; share: number }[] }
export interface Book { total: { low80: number; high80: number }; shortfall: { mean: number; high95: number } }
/** Rows: with their values, as CSV. */
export interface Portfolio {
  homes: number; valued: number; exposure: number; values: number; now: Loans; shock: Loans | null; book: Book | null; bookShocked: Book | null; unread: number; rows: string;
  refused: { reason: string; homes: number; exposure: number; sample: string }[];
}

/** Low and high: the 80 % interval of the level in each month after the last known one; absent if not known. */
export interface IndexSeries { key: string; label: string; level: (number | null)[]; low?: number[]; high?: number[] }
export interface IndexMark { kind: 'sale' | 'reference'; label: string; date: string; price: number }
/** Known is the last month known on the valuation date; later months are forecast. */
export interface Index { months: string[]; known: string; series: IndexSeries[] }

/** Figures of some sales, in percent; null where the sales are too few, with the reason. */
export interface AccuracyPart {
  name: string; label: string; n: number; reason: string | null; hitRate: number | null; mdape: number | null; medianRatio: number | null;
  pe10: number | null; pe15: number | null; pe20: number | null; coverage50: number | null; coverage80: number | null; coverage90: number | null;
  classes: { class: number; promise: string; n: number; share: number; low: number | null; high: number | null; verdict: string | null }[];
}
export interface Alarm { what: string; since: string; sales: number; off: number; held: number; own: boolean; text: string }
export interface Accuracy {
  edition: string; model: string; from: string | null; until: string | null; reason: string | null; oldRecord: string | null; overall: AccuracyPart | null;
  models: { date: string; sales: number; learned: number }[];
  byRegion: AccuracyPart[]; byType: AccuracyPart[]; byPrice: AccuracyPart[]; byPeriod: AccuracyPart[]; resold: AccuracyPart[]; alarms: Alarm[];
  near: (AccuracyPart & { radius: number | null }) | null;
}
