// Written by generate.mjs from the service's description.

export interface paths {
    "/accuracy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How good values are
         * @description The record of the model that answers on the valuation date: how it and the models before it did on sales that they had not seen, each valued on its own day with what was known then; in all, by part, and near a home where one is asked about. Where sales are too few there are no figures, and a reason. A browser that asks for text/html without a key gets the page instead.
         */
        get: operations["getAccuracy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/background.pmtiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operator's map under the map
         * @description A range of bytes of the file of map tiles (PMTiles, version 3) that the operator gave with --map-background. Each range counts as a request. Only ranges are answered: files have gigabytes. HEAD without a range answers with the file's length. The tag is of the file: after another one has been put in its place, offsets of the old one mean nothing.
         */
        get: operations["getBackground"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/building": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The homes of a building
         * @description The building whose footprint holds a position, with its homes by address. 404 where no building stood there on the valuation date.
         */
        get: operations["getBuilding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What answers: the edition, its days, its characteristics
         * @description The edition in use, between which days it values, and the characteristics that a caller may give.
         */
        get: operations["getEdition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the market moved
         * @description The price index of the home's area, house type and price tier, beside the indexes of its municipality and the whole market, by month up to the valuation date. Nothing that became known on or after the valuation date is in it.
         */
        get: operations["getIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The property report
         * @description Client and purpose, value, band, reasons, references with their adjustments, photos, map, market, accuracy, standards, sources and method, as one HTML file for A4 that needs no network. gevel value --report writes the same.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tiles/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A tile of the map
         * @description A Mapbox vector tile (version 2, gzip where the caller takes it, Web Mercator). It holds nothing that became known on or after the valuation date. Layers: areas (up to zoom 13: the areas of the price index; change is the change of the index over the year before, a fraction, left out where no sale became known in it; name), buildings (from zoom 14: footprints; year, type and homes), sales (from zoom 12, where the service publishes them: price, date, type and from zoom 15 label and surface, m2; up to zoom 14 of the last years only), homes (zoom 16: bagId, label), names (name and homes: cities as points, from zoom 15 streets as lines through the homes of a stretch). 204 where there is nothing. An answer has an ETag and may be kept; it costs a request to ask whether it still holds.
         */
        get: operations["getTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worksheet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The value by an appraiser's judgement
         * @description Sales picked or rejected with a reason each (the home's comparables, other sales of the edition by their id, the appraiser's own), their adjustments corrected, the home's characteristics corrected with a source each, and a value that the appraiser states: the chosen sales' indication is reconciled with the model's value by the errors of both on unseen sales. A body without entries lists the comparables. The judgement in the answer is the document to keep: sent again, on this or on a later edition, without a query, it is answered again, with what has changed. A picked sale beyond the home's comparables costs a use more. Each request is an entry of the valuation log, if one is kept, and gevel replay repeats it.
         */
        post: operations["postWorksheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worksheet/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The property report with a worksheet
         * @description As /page/report, with the value by the judgement in the body, and all of that.
         */
        post: operations["postWorksheetReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccuracyAround: {
            /** @description what the confidence classes promised and kept; classes with too few values are left out */
            classes: components["schemas"]["ClassAccuracy"][];
            /** @description share of prices within the 50 % interval */
            coverage50: number | null;
            coverage80: number | null;
            coverage90: number | null;
            /** @description share that got a value */
            hitRate: number | null;
            /** @description in the language asked for */
            label: string;
            /** @description median absolute error, by price */
            mdape: number | null;
            /** @description median of value / price, a plain number */
            medianRatio: number | null;
            /** @description sales */
            n: number;
            name: string;
            /** @description share of values within 10 % of the price */
            pe10: number | null;
            pe15: number | null;
            pe20: number | null;
            /** @description metres to the farthest of these sales */
            radius: number | null;
            /** @description why there are no figures; null where there are */
            reason: string | null;
        };
        AccuracyInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number | null;
            houseNumberExt: string | null;
            /** @enum {string} */
            language: "en" | "nl";
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string | null;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string;
            volume: number | null;
        };
        AccuracyInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                /** @enum {string|null} */
                language: "en" | "nl" | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        AccuracyPart: {
            /** @description what the confidence classes promised and kept; classes with too few values are left out */
            classes: components["schemas"]["ClassAccuracy"][];
            /** @description share of prices within the 50 % interval */
            coverage50: number | null;
            coverage80: number | null;
            coverage90: number | null;
            /** @description share that got a value */
            hitRate: number | null;
            /** @description in the language asked for */
            label: string;
            /** @description median absolute error, by price */
            mdape: number | null;
            /** @description median of value / price, a plain number */
            medianRatio: number | null;
            /** @description sales */
            n: number;
            name: string;
            /** @description share of values within 10 % of the price */
            pe10: number | null;
            pe15: number | null;
            pe20: number | null;
            /** @description why there are no figures; null where there are */
            reason: string | null;
        };
        Adjustment: {
            /** @description added to the indexed price */
            euros?: number | null;
            /** @description of the factor on the indexed price, -1 to 1 */
            log?: number | null;
            /** @description one line of at most 300 letters */
            reason: string;
        };
        Background: {
            /** @description whom its makers want named */
            attribution: string;
            /** @description pmtiles, or tiles with {z}, {x} and {y} in the URL */
            kind: string;
            url: string;
        };
        BackgroundInput: Record<string, never>;
        BackgroundInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: Record<string, never>;
            status: components["schemas"]["FailureStatus"];
        };
        Change: {
            before: string;
            /** @description id of the sale, or column of the characteristic */
            name: string;
            /** @description empty where there is nothing any more */
            now: string;
            /** @description edition, value, model, comparable (a sale that was among the home's comparables and is no more) or characteristic */
            what: string;
        };
        ClassAccuracy: {
            /** @description the least share that is promised, percent */
            aim: number;
            class: number;
            high: number | null;
            /** @description of its 95 % interval, clustered by month of sale; null where all sales are of one month */
            low: number | null;
            /** @description values of the class */
            n: number;
            /** @description in words */
            promise: string;
            /** @description observed, percent */
            share: number;
            /** @description kept, not refuted or broken; null of class 0, which promises nothing */
            verdict: string | null;
            /** @description percent of the value */
            within: number;
        };
        Correction: {
            /** @description name of a characteristic of the edition, as a parameter, an answer or a column has it: useSurface, num_maintenance */
            characteristic: string;
            /** @description how it is known: one line of at most 300 letters */
            source: string;
            /** @description as the parameter takes it: a number, a text, true or false */
            value: unknown;
        };
        EditionInput: {
            /** @enum {string} */
            language: "en" | "nl";
        };
        EditionInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                /** @enum {string|null} */
                language: "en" | "nl" | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        /**
         * @description Energy label, best first.
         * @enum {string}
         */
        EnergyLabel: "A+++++" | "A++++" | "A+++" | "A++" | "A+" | "A" | "B" | "C" | "D" | "E" | "F" | "G";
        ErrorDetail: {
            /** @description for people; may change */
            message: string;
            /** @description stable: the name of the parameter at fault, or what is the matter */
            reason: string;
        };
        ErrorObject: {
            /** @description the HTTP status */
            code: number;
            errors: components["schemas"]["ErrorDetail"][];
            /** @description for people; may change */
            message: string;
        };
        ExplainedHomeInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            /** @enum {string} */
            language: "en" | "nl";
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string;
            volume: number | null;
        };
        ExplainedHomeInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                /** @enum {string|null} */
                language: "en" | "nl" | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        Failure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: Record<string, never>;
            status: components["schemas"]["FailureStatus"];
        };
        /** @enum {string} */
        FailureStatus: "failure";
        Forbidden: {
            message: string;
        };
        Found: {
            /** @description what was known of the home, by column */
            characteristics: {
                [key: string]: unknown;
            };
            edition: string;
            /** @description which of the sales that it names were comparables of the home */
            listed: string[];
            model: number;
            value: number;
        };
        FoundHome: {
            bagId: string;
            city: string;
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            /** @description the address on one line */
            label: string;
            /** @description degrees north, WGS84 */
            lat: number | null;
            /** @description degrees east, WGS84 */
            lon: number | null;
            postalCode: string;
            street: string;
        };
        /**
         * @description House type.
         * @enum {string}
         */
        HouseType: "Appartement" | "Galerijflat" | "Maisonnette" | "Portiekwoning" | "Portiekflat" | "Corridorflat" | "Bovenwoning" | "Benedenwoning" | "Tussenwoning" | "Geschakelde woning" | "Eindwoning" | "Hoekwoning" | "2-onder-1-kapwoning" | "Geschakelde 2-onder-1-kapwoning" | "Halfvrijstaande woning" | "Vrijstaande woning";
        IndexSeries: {
            high?: number[];
            /** @description home: area, house type and price tier of the home; area: all house types there; municipality: the mean over its homes; market: the whole */
            key: string;
            label: string;
            /** @description in the middle of each month; 1 on the valuation date */
            level: number[];
            /** @description with high the 80 % interval of the home's level, in each month after known; the error of its price tier is not in it */
            low?: number[];
        };
        JudgedComparable: {
            /** @description indexedPrice times adjustment */
            adjusted: number;
            /** @description what the home is held worth over the home sold, a factor */
            adjustment: number;
            bagId: string | null;
            buildType: string | null;
            buildYear: number | null;
            /** @description its weight among the chosen, 0 to 1; 0 if it does not count */
            chosenWeight: number;
            city: string | null;
            /** Format: date */
            date: string;
            /** @description what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty */
            differences: components["schemas"]["WhyDifference"][];
            /** @description metres, one decimal */
            distance: number;
            /** @description as references have it */
            equality: number;
            houseNumber: number | null;
            houseNumberExt: string | null;
            /** @description price times indexFactor */
            indexedPrice: number;
            /** @description moves the price to the valuation date */
            indexFactor: number;
            /** @description the address on one line; null where the register has none */
            label: string | null;
            /** @description degrees north, WGS84 */
            lat: number | null;
            /** @description it is one of the home's own comparables */
            listed: boolean;
            /** @description degrees east, WGS84 */
            lon: number | null;
            /** @description m2 */
            parcelSurface: number | null;
            /** @description true if it was picked, false if rejected, null if not judged */
            pick: boolean | null;
            postalCode: string | null;
            price: number;
            /** @description why, as it was sent */
            reason: string | null;
            /** @description id of the sale, by which a worksheet names it */
            sale: string;
            /** @description in the value, through all approaches; below 0 where a sale says what nearer ones say better */
            share: number;
            street: string | null;
            /** @description m2 */
            useSurface: number | null;
            /** @description among the comparables, 0 to 1; their weights add up to 1, and sales after them have none */
            weight: number;
        };
        JudgedHomeInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number | null;
            houseNumberExt: string | null;
            /** @enum {string} */
            language: "en" | "nl";
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string | null;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string | null;
            volume: number | null;
        };
        JudgedHomeInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                /** @enum {string|null} */
                language: "en" | "nl" | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        JudgedReportInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            client: string | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number | null;
            houseNumberExt: string | null;
            issuer: string | null;
            /** @enum {string} */
            language: "en" | "nl";
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string | null;
            purpose: string | null;
            reference: string | null;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string | null;
            volume: number | null;
        };
        JudgedReportInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                client: string | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                issuer: string | null;
                /** @enum {string|null} */
                language: "en" | "nl" | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                purpose: string | null;
                reference: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        Judgement: {
            /** @description who judged: one line of at most 300 letters */
            author?: string;
            /** @description the sales that were picked or rejected; where any is picked the picked ones count alone, otherwise all comparables but the rejected */
            comparables: components["schemas"]["Verdict"][];
            /** @description what is known better than the register knows it */
            corrections: components["schemas"]["Correction"][];
            /**
             * Format: date
             * @description when; the day of the request where none is given
             */
            day?: string | null;
            /** @description id of the edition that answered it last */
            edition?: string;
            /** @description what the answer before this one found, as it was answered: a later answer says what has changed since */
            found?: components["schemas"]["Found"] | (null);
            /** @description the home and the day that it is about; the query may say it instead */
            request?: components["schemas"]["Request"] | (null);
            /** @description gevel-judgement/2, the form of this document */
            schema?: string;
            /** @description the value that the appraiser states */
            value?: components["schemas"]["Stated"] | (null);
        };
        OwnSale: {
            /** @description of the dwelling */
            bagId?: string;
            /** @description of the home sold, by name, over what the register says of the address. What is not known counts as the home's own */
            characteristics?: {
                [key: string]: unknown;
            };
            /**
             * Format: date
             * @description of the sale, before the valuation date
             */
            date: string;
            houseLetter?: string;
            houseNumber?: number;
            houseNumberExt?: string;
            /** @description degrees north, WGS84 */
            lat?: number;
            /** @description degrees east, WGS84: with lat in place of an address of the register */
            lon?: number;
            postalCode?: string;
            /** @description whole euros */
            price: number;
            /** @description how it is known: one line of at most 300 letters */
            source: string;
        };
        PageAccuracy: {
            /** @description what newer sales say against the values of the newest model and of those before it; empty where values hold */
            alarms: components["schemas"]["ValueAlarm"][];
            /** @description by quarter of sale; quarters of few sales are taken together */
            byPeriod: components["schemas"]["AccuracyPart"][];
            /** @description by bands of about as many sales each, at most ten, the cheapest first */
            byPrice: components["schemas"]["AccuracyPart"][];
            byRegion: components["schemas"]["AccuracyPart"][];
            /** @description by house type; types of few sales are taken together */
            byType: components["schemas"]["AccuracyPart"][];
            edition: string;
            /**
             * Format: date
             * @description first day of sale; null where the edition holds no record
             */
            from: string | null;
            /**
             * Format: date
             * @description date of the model that answers on the valuation date; the record is of those before it, and for the newest of its own sales since
             */
            model: string;
            /** @description the models that were tested */
            models: components["schemas"]["TestedModel"][];
            /** @description the tested sales nearest to the home asked about; null without a home */
            near: components["schemas"]["AccuracyAround"] | (null);
            /** @description why the record does not hold for values by sales as old as those that are known; null where they are new */
            oldRecord: string | null;
            overall: components["schemas"]["AccuracyPart"] | (null);
            /** @description why there is no record; null where there is one */
            reason: string | null;
            /** @description what a region is: municipality, PC2 area or PC4 area */
            regionKind: string | null;
            /** @description homes that were sold again within two years: by their values, and by what they would fetch when offered so soon; empty where there are none */
            resold: components["schemas"]["AccuracyPart"][];
            /**
             * Format: date
             * @description last day of sale
             */
            until: string | null;
        };
        PageAttribute: {
            /** @description the values of a choice; null of other kinds */
            choices: string[] | null;
            /** @description integer, decimal, boolean or choice */
            kind: string;
            /** @description in the language asked for */
            label: string;
            /** @description the most */
            max: number | null;
            /** @description the least that is accepted for a valuation today; null where there is no bound */
            min: number | null;
            /** @description in explanations */
            name: string;
            /** @description of the endpoints that value a home */
            parameter: string;
            /** @description such as m2 */
            unit: string | null;
        };
        PageBuilding: {
            buildYear: number | null;
            /** @description by street, number and addition */
            homes: components["schemas"]["FoundHome"][];
        };
        PageEdition: {
            /** @description the characteristics that a caller may give */
            attributes: components["schemas"]["PageAttribute"][];
            /** @description where nearly all its sales lie: west, south, east, north, degrees WGS84; null where none lies in the Netherlands */
            bounds: number[] | null;
            /** @description of the code that trained its models */
            codeVersion: number;
            /** @description id of the edition that answers */
            edition: string;
            /** @description homes that can be valued, to try: three at most, each in a street of its own */
            examples: components["schemas"]["FoundHome"][];
            /** @description homes of the register */
            homes: number;
            map: components["schemas"]["PageMap"];
            /**
             * Format: date
             * @description the first valuation date
             */
            oldest: string;
            /** @description sales that the edition keeps */
            sales: number;
            /**
             * Format: date
             * @description the last day before today on which a sale became known
             */
            salesUntil: string | null;
            /**
             * Format: date
             * @description today in Europe/Amsterdam, the last valuation date
             */
            today: string;
        };
        PageIndex: {
            /** @description the last month that was known on the valuation date; what lies behind it is forecast */
            known: string;
            /** @description up to the month of the valuation date */
            months: string[];
            series: components["schemas"]["IndexSeries"][];
        };
        PageMap: {
            /** @description what the operator lays under the map */
            background: components["schemas"]["Background"] | (null);
            /** @description whether tiles hold footprints of buildings */
            buildings: boolean;
            maxZoom: number;
            /** @description of the tiles */
            minZoom: number;
        };
        PageWorksheet: {
            /** @description what that answer found; null without one */
            before: components["schemas"]["Found"] | (null);
            /** @description how many of them are beyond the home's own comparables: each costs a use more */
            beyond: number;
            /** @description what has changed since the answer that the judgement was sent with */
            changes: components["schemas"]["Change"][];
            /** @description sales that count; 0 leaves the value to the model */
            chosen: number;
            /** @description of the home as corrected, those with the most weight in the model first; then the sales beyond them that count */
            comparables: components["schemas"]["JudgedComparable"][];
            /** @description of weighed, relative to it, four decimals */
            forecastStandardDeviation: number;
            high: number;
            /** @description what the chosen comparables say; null where none is chosen */
            indication: number | null;
            /** @description the document to keep: the judgement as it was sent, with its edition, request and day, and what was found */
            judgement: components["schemas"]["Judgement"];
            /** @description errors of chosen comparables on unseen sales behind weight and interval; 0 where the edition holds none and cautious ones are taken */
            learned: number;
            /** @description of the 80 % interval of weighed */
            low: number;
            /** @description the model's value of the home as corrected */
            model: number;
            modelHigh: number;
            modelLow: number;
            /** @description the appraiser states it */
            stated: boolean;
            /** @description the judged value: as the appraiser states it, or else weighed */
            value: number;
            /** @description the chosen comparables' indication reconciled with the model's value */
            weighed: number;
            /** @description share of that indication in weighed, 0 to 1; the rest is the model's. It follows from how many are chosen, how alike they are and how far they lie apart */
            weight: number;
        };
        PositionInput: {
            lat: string;
            lon: string;
            /** Format: date */
            valuationDate: string;
        };
        PositionInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                lat: string | null;
                lon: string | null;
                /** Format: date */
                valuationDate: string | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        ReportInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            client: string | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            issuer: string | null;
            /** @enum {string} */
            language: "en" | "nl";
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string;
            purpose: string | null;
            reference: string | null;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string;
            volume: number | null;
        };
        ReportInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                client: string | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                issuer: string | null;
                /** @enum {string|null} */
                language: "en" | "nl" | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                purpose: string | null;
                reference: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        Request: {
            /** @description of the dwelling */
            bagId?: string;
            /** @description what the query gave of the home, by column */
            given?: {
                [key: string]: unknown;
            };
            houseLetter?: string;
            houseNumber?: number;
            houseNumberExt?: string;
            postalCode?: string;
            /** Format: date */
            valuationDate?: string | null;
        };
        Stated: {
            /** @description whole euros */
            euros: number;
            /** @description one line of at most 300 letters */
            reason: string;
        };
        /** @enum {string} */
        SuccessStatus: "success";
        TestedModel: {
            /** Format: date */
            date: string;
            /** @description from how many errors it learned its intervals; with 0 it promised nothing */
            learned: number;
            /** @description that became known until the next model, each valued on its own day with what was known then */
            sales: number;
        };
        TileInput: {
            /** Format: date */
            valuationDate: string;
            x: number;
            y: number;
            z: number;
        };
        TileInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                /** Format: date */
                valuationDate: string | null;
                x: number | null;
                y: number | null;
                z: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        ValueAlarm: {
            /** @description share of these in the 80 % interval, percent */
            held: number;
            /** @description mean error of these sales, of prices from values, percent; of a region, house type or side of the map beside all others */
            off: number;
            /** @description whether it concerns the home asked about */
            own: boolean;
            /** @description until it was raised */
            sales: number;
            /**
             * Format: date
             * @description day on which the first sale became known that speaks for it
             */
            since: string;
            /** @description in the language asked for */
            text: string;
            /** @description above or below where prices lie so beside values, narrow where intervals hold too few prices */
            what: string;
        };
        Verdict: {
            /** @description set by hand, in place of the computed one */
            adjustment?: components["schemas"]["Adjustment"] | (null);
            /** @description what is known better of the home sold: its adjustment is computed with it */
            corrections?: components["schemas"]["Correction"][];
            /** @description a sale that the edition does not have */
            own?: components["schemas"]["OwnSale"] | (null);
            /** @description true picks the sale, false rejects it */
            pick: boolean;
            /** @description why, in the words of who decided: one line of at most 300 letters */
            reason: string;
            /** @description id of a sale of the edition, as an answer gives it, or the name of one's own */
            sale: string;
        };
        WhyDifference: {
            euros: number;
            /** @description what the home sold had of it */
            had: string | null;
            /** @description what the home has of a characteristic, as people read it; null where it is not known, and of place and index */
            has: string | null;
            label: string;
            log: number;
            name: string;
        };
    };
    responses: {
        /** @description The key's scope does not cover this endpoint, or its monthly quota is used up. */
        Forbidden: {
            headers: {
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"];
            };
        };
        /** @description Another method than GET and HEAD (method_not_allowed). */
        MethodNotAllowed: {
            headers: {
                /** @description The methods to use. */
                Allow?: string;
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description More requests per second than the key may make, or another server holds the last of its quota for a moment (rate_limited). */
        RateLimited: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description No key, or one that is unknown, expired or revoked (unauthorized). */
        Unauthorized: {
            headers: {
                /** @description The scheme to use. */
                "WWW-Authenticate"?: string;
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccuracy: {
        parameters: {
            query?: {
                /** @description House type, such as Tussenwoning. Replaces the register's. */
                buildType?: components["schemas"]["HouseType"];
                /** @description Year of original construction. Replaces the register's. At most the year of the valuation date plus 3. */
                buildYear?: number;
                /** @description Energy label, A+++++ to G. Replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same. */
                energyLabel?: components["schemas"]["EnergyLabel"];
                /** @description House letter. A letter given in houseNumberExt is found too. */
                houseLetter?: string;
                /** @description House number. Without letter and extension it is the bare number where that exists, else the only address at the number. */
                houseNumber?: number;
                /** @description House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman numerals such as II/III, which are two units and ambiguous. */
                houseNumberExt?: string;
                /** @description The language of names and sentences: en (the default) or nl. */
                language?: "en" | "nl";
                /** @description Whether the home is a listed monument. Replaces the register's. Not given, the register's value is used for the valuation, while the echo in params shows the default, false. */
                monument?: boolean;
                /** @description Number of rooms. Replaces the register's. */
                numberOfRooms?: number;
                /** @description Lot area in m2; 0 is no lot. Replaces the register's. */
                parcelSurface?: number;
                /** @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case. */
                postalCode?: string;
                /** @description Usable area in m2. Replaces the register's. */
                useSurface?: number;
                /** @description The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before the edition's first model. Only sales known before it count. */
                valuationDate?: string;
                /** @description Volume in m3. Replaces the register's. */
                volume?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PageAccuracy"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description Always null. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["AccuracyInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccuracyInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccuracyInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["AccuracyInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["AccuracyInputFailure"];
                };
            };
        };
    };
    getBackground: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description One range of at most 16777216 bytes.
                 * @example bytes=0-16383
                 */
                Range: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            206: {
                headers: {
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description Which bytes of how many these are. */
                    "Content-Range"?: string;
                    /** @description A strong tag of the file. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.pmtiles": string;
                };
            };
            /** @description The file is the one whose ETag the request has in If-None-Match. */
            304: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackgroundInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackgroundInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The file is not the one whose ETag the request has in If-Match or If-Range (precondition_failed). */
            412: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackgroundInputFailure"];
                };
            };
            /** @description The file has no such range (range_not_satisfiable). */
            416: {
                headers: {
                    /** @description How many bytes it has. */
                    "Content-Range"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackgroundInputFailure"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["BackgroundInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["BackgroundInputFailure"];
                };
            };
        };
    };
    getBuilding: {
        parameters: {
            query: {
                /**
                 * @description Latitude, degrees WGS84.
                 * @example 52.0705
                 */
                lat: string;
                /**
                 * @description Longitude, degrees WGS84.
                 * @example 4.3007
                 */
                lon: string;
                /** @description The day that the map is of; the default is today in Europe/Amsterdam. */
                valuationDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PageBuilding"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description Always null. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["PositionInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["PositionInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["PositionInputFailure"];
                };
            };
        };
    };
    getEdition: {
        parameters: {
            query?: {
                /** @description The language of names and sentences: en (the default) or nl. */
                language?: "en" | "nl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PageEdition"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description Always null. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["EditionInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditionInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditionInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["EditionInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["EditionInputFailure"];
                };
            };
        };
    };
    getIndex: {
        parameters: {
            query: {
                /** @description House type, such as Tussenwoning. Replaces the register's. */
                buildType?: components["schemas"]["HouseType"];
                /** @description Year of original construction. Replaces the register's. At most the year of the valuation date plus 3. */
                buildYear?: number;
                /** @description Energy label, A+++++ to G. Replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same. */
                energyLabel?: components["schemas"]["EnergyLabel"];
                /** @description House letter. A letter given in houseNumberExt is found too. */
                houseLetter?: string;
                /**
                 * @description House number. Without letter and extension it is the bare number where that exists, else the only address at the number.
                 * @example 3
                 */
                houseNumber: number;
                /** @description House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman numerals such as II/III, which are two units and ambiguous. */
                houseNumberExt?: string;
                /** @description The language of names and sentences: en (the default) or nl. */
                language?: "en" | "nl";
                /** @description Whether the home is a listed monument. Replaces the register's. Not given, the register's value is used for the valuation, while the echo in params shows the default, false. */
                monument?: boolean;
                /** @description Number of rooms. Replaces the register's. */
                numberOfRooms?: number;
                /** @description Lot area in m2; 0 is no lot. Replaces the register's. */
                parcelSurface?: number;
                /**
                 * @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.
                 * @example 8246AA
                 */
                postalCode: string;
                /** @description Usable area in m2. Replaces the register's. */
                useSurface?: number;
                /** @description The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before the edition's first model. Only sales known before it count. */
                valuationDate?: string;
                /** @description Volume in m3. Replaces the register's. */
                volume?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PageIndex"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description Always null. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["ExplainedHomeInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedHomeInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedHomeInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["ExplainedHomeInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["ExplainedHomeInputFailure"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query: {
                /** @description House type, such as Tussenwoning. Replaces the register's. */
                buildType?: components["schemas"]["HouseType"];
                /** @description Year of original construction. Replaces the register's. At most the year of the valuation date plus 3. */
                buildYear?: number;
                /** @description Who asked for the report, as it says. One line of at most 120 letters. */
                client?: string;
                /** @description Energy label, A+++++ to G. Replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same. */
                energyLabel?: components["schemas"]["EnergyLabel"];
                /** @description House letter. A letter given in houseNumberExt is found too. */
                houseLetter?: string;
                /**
                 * @description House number. Without letter and extension it is the bare number where that exists, else the only address at the number.
                 * @example 3
                 */
                houseNumber: number;
                /** @description House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman numerals such as II/III, which are two units and ambiguous. */
                houseNumberExt?: string;
                /** @description Who issues the report. One line of at most 120 letters. */
                issuer?: string;
                /** @description The language of names and sentences: en (the default) or nl. */
                language?: "en" | "nl";
                /** @description Whether the home is a listed monument. Replaces the register's. Not given, the register's value is used for the valuation, while the echo in params shows the default, false. */
                monument?: boolean;
                /** @description Number of rooms. Replaces the register's. */
                numberOfRooms?: number;
                /** @description Lot area in m2; 0 is no lot. Replaces the register's. */
                parcelSurface?: number;
                /**
                 * @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.
                 * @example 8246AA
                 */
                postalCode: string;
                /** @description What the report is for. One line of at most 120 letters. */
                purpose?: string;
                /** @description The client's reference. One line of at most 120 letters. */
                reference?: string;
                /** @description Usable area in m2. Replaces the register's. */
                useSurface?: number;
                /** @description The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before the edition's first model. Only sales known before it count. */
                valuationDate?: string;
                /** @description Volume in m3. Replaces the register's. */
                volume?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["ReportInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["ReportInputFailure"];
                };
            };
        };
    };
    getTile: {
        parameters: {
            query?: {
                /** @description The day that the map is of; the default is today in Europe/Amsterdam. */
                valuationDate?: string;
            };
            header?: never;
            path: {
                /** @description Column, from west. */
                x: number;
                /** @description Row, from north. */
                y: number;
                /** @description Zoom level. */
                z: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            /** @description There is nothing to answer with. */
            204: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The tag. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TileInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TileInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["TileInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["TileInputFailure"];
                };
            };
        };
    };
    postWorksheet: {
        parameters: {
            query?: {
                /** @description House type, such as Tussenwoning. Replaces the register's. */
                buildType?: components["schemas"]["HouseType"];
                /** @description Year of original construction. Replaces the register's. At most the year of the valuation date plus 3. */
                buildYear?: number;
                /** @description Energy label, A+++++ to G. Replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same. */
                energyLabel?: components["schemas"]["EnergyLabel"];
                /** @description House letter. A letter given in houseNumberExt is found too. */
                houseLetter?: string;
                /** @description House number. Without letter and extension it is the bare number where that exists, else the only address at the number. Where it is not given, the judgement's request says which home is meant. */
                houseNumber?: number;
                /** @description House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman numerals such as II/III, which are two units and ambiguous. */
                houseNumberExt?: string;
                /** @description The language of names and sentences: en (the default) or nl. */
                language?: "en" | "nl";
                /** @description Whether the home is a listed monument. Replaces the register's. Not given, the register's value is used for the valuation, while the echo in params shows the default, false. */
                monument?: boolean;
                /** @description Number of rooms. Replaces the register's. */
                numberOfRooms?: number;
                /** @description Lot area in m2; 0 is no lot. Replaces the register's. */
                parcelSurface?: number;
                /** @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case. Where it is not given, the judgement's request says which home is meant. */
                postalCode?: string;
                /** @description Usable area in m2. Replaces the register's. */
                useSurface?: number;
                /** @description The day that the value is of; the default is the day of the judgement's request, or else today. */
                valuationDate?: string;
                /** @description Volume in m3. Replaces the register's. */
                volume?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The judgement, as a document that was kept, or new. The query says which home and which day, or else its request does. What the query gives of the home counts where the body corrects nothing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Judgement"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PageWorksheet"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description As /v1/homevalue, of the model's value of the home as corrected. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["JudgedHomeInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedHomeInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedHomeInputFailure"];
                };
            };
            /** @description Another method than POST (method_not_allowed). */
            405: {
                headers: {
                    /** @description The method to use. */
                    Allow?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is longer than the service takes (too_large). */
            413: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["JudgedHomeInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["JudgedHomeInputFailure"];
                };
            };
        };
    };
    postWorksheetReport: {
        parameters: {
            query?: {
                /** @description House type, such as Tussenwoning. Replaces the register's. */
                buildType?: components["schemas"]["HouseType"];
                /** @description Year of original construction. Replaces the register's. At most the year of the valuation date plus 3. */
                buildYear?: number;
                /** @description Who asked for the report, as it says. One line of at most 120 letters. */
                client?: string;
                /** @description Energy label, A+++++ to G. Replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same. */
                energyLabel?: components["schemas"]["EnergyLabel"];
                /** @description House letter. A letter given in houseNumberExt is found too. */
                houseLetter?: string;
                /** @description House number. Without letter and extension it is the bare number where that exists, else the only address at the number. Where it is not given, the judgement's request says which home is meant. */
                houseNumber?: number;
                /** @description House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman numerals such as II/III, which are two units and ambiguous. */
                houseNumberExt?: string;
                /** @description Who issues the report. One line of at most 120 letters. */
                issuer?: string;
                /** @description The language of names and sentences: en (the default) or nl. */
                language?: "en" | "nl";
                /** @description Whether the home is a listed monument. Replaces the register's. Not given, the register's value is used for the valuation, while the echo in params shows the default, false. */
                monument?: boolean;
                /** @description Number of rooms. Replaces the register's. */
                numberOfRooms?: number;
                /** @description Lot area in m2; 0 is no lot. Replaces the register's. */
                parcelSurface?: number;
                /** @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case. Where it is not given, the judgement's request says which home is meant. */
                postalCode?: string;
                /** @description What the report is for. One line of at most 120 letters. */
                purpose?: string;
                /** @description The client's reference. One line of at most 120 letters. */
                reference?: string;
                /** @description Usable area in m2. Replaces the register's. */
                useSurface?: number;
                /** @description The day that the value is of; the default is the day of the judgement's request, or else today. */
                valuationDate?: string;
                /** @description Volume in m3. Replaces the register's. */
                volume?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The judgement, as a document that was kept, or new. The query says which home and which day, or else its request does. What the query gives of the home counts where the body corrects nothing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Judgement"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedReportInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedReportInputFailure"];
                };
            };
            /** @description Another method than POST (method_not_allowed). */
            405: {
                headers: {
                    /** @description The method to use. */
                    Allow?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is longer than the service takes (too_large). */
            413: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["JudgedReportInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["JudgedReportInputFailure"];
                };
            };
        };
    };
}
