// Written by generate.mjs from the service's description.

export interface paths {
    "/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses as people type them
         * @description The addresses that a text may mean, what is spelled out before what is only begun, then by street, city and number. Without a number it is one address of each street, unless there are fewer streets than asked for. An address that is no home is found by its number, so that its refusal can be seen.
         */
        get: operations["getAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/get_front_view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A front view per BAG number id
         * @description The newest front view of each id that has one, in the order asked. Each URL can be downloaded for 24 hours.
         */
        get: operations["getFrontView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/homevalue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The full valuation of a home
         * @description The estimate with its accuracy, the home, statistics of its postal-code area and street, and exactly three reference sales. buildType, buildYear, useSurface and parcelSurface of the answer are the register's; what the caller gave stands in the input fields.
         */
        get: operations["getHomevalue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/homevalue/available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a home can be valued
         * @description True exactly when /homevalue with the same parameters answers 200. An unknown or ambiguous address, and whatever can't be valued, is an answer with available false and the reason in meta.reason.
         */
        get: operations["getHomevalueAvailable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/homevalue/comparables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The comparables, adjusted step by step
         * @description The home's list of evidence: its comparables, those with the most weight first, and then, the most similar first, other sales up to 100, each with the differences that its price is adjusted for, which add up to the euro. Without filters it is the 24 comparables. Filters choose from the list and change no value; where fewer are left than asked for, those are answered.
         */
        get: operations["getHomevalueComparables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/homevalue/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A valuation, and why it is what it is
         * @description The valuation of /v1/homevalue with what led to it: steps that add up to the euro, the sales that it rests on, and what makes it sure or unsure, in the reader's language.
         */
        get: operations["getHomevalueExplanation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/homevalue/value": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The value and its confidence class alone
         * @description The weighted value and the confidence class of the full valuation, for a caller who describes the home.
         */
        get: operations["getHomevalueValue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/house-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The photos of a home
         * @description URLs of all photos of the home, its front views too, newest first; none when there are no photos. Each can be downloaded for 24 hours.
         */
        get: operations["getHouseImages"];
        put?: never;
        post?: never;
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
        AddressesInput: {
            limit: number;
            query: string;
        };
        AddressesInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                limit: number | null;
                query: string | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        AddressesResponse: {
            /** @description whether it says none of them: something in it was put right */
            guessed: boolean;
            /** @description the best first */
            homes: components["schemas"]["FoundHome"][];
            /** @description whether the query says the first one, and no other */
            meant: boolean;
            /** @description whether there are others */
            more: boolean;
        };
        ComparablesInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            /** @enum {string} */
            language: "en" | "nl";
            limit: number;
            months: number | null;
            monument: boolean;
            numberOfRooms: number | null;
            /** @enum {string} */
            order: "weight" | "distance" | "date" | "equality";
            parcelSurface: number | null;
            postalCode: string;
            sameType: boolean;
            surfaceWithin: number | null;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string;
            volume: number | null;
            within: number | null;
            yearWithin: number | null;
        };
        ComparablesInputFailure: {
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
                limit: number | null;
                months: number | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                /** @enum {string|null} */
                order: "weight" | "distance" | "date" | "equality" | null;
                parcelSurface: number | null;
                postalCode: string | null;
                sameType: boolean | null;
                surfaceWithin: number | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
                within: number | null;
                yearWithin: number | null;
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
        FrontViewData: {
            /** @description one per id that has a front view, in the order asked */
            items: components["schemas"]["FrontViewItem"][];
        };
        FrontViewInput: {
            bagNumIds: string[];
            /** @enum {string|null} */
            format?: "jpeg" | null;
            /** @enum {string|null} */
            width?: "320" | "640" | "1280" | null;
        };
        FrontViewInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                bagNumIds: string[] | null;
                /** @enum {string|null} */
                format?: "jpeg" | null;
                /** @enum {string|null} */
                width?: "320" | "640" | "1280" | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        FrontViewItem: {
            /**
             * Format: uri
             * @description can be downloaded for 24 hours
             */
            imageUrl: string;
            /** @description BAG number id (nummeraanduiding), 16 digits */
            numberId: string;
            /** @description who made the picture */
            source: string;
            /** @description when the picture was taken, Unix seconds */
            timestamp: number;
        };
        HomevalueAvailableResponse: {
            /** @description true exactly when /homevalue with the same parameters answers 200 */
            available: boolean;
        };
        HomevalueComparablesResponse: {
            /** @description sales of the home's list of evidence, each with its differences */
            comparables: components["schemas"]["WhyComparable"][];
            /** @description of the value that these sales leave; with their own shares they add up to 1 */
            shares: components["schemas"]["ListedShares"];
        };
        HomeValueInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string;
            volume: number | null;
        };
        HomeValueInputFailure: {
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
        HomevalueResponse: {
            /** @description 100 times the calibrated probability that a sale price lies within 10 % of weightedValue, one decimal */
            accuracy: number | null;
            /** @description identification number of the dwelling in the BAG register, 16 digits */
            bagId: string;
            /** @description as registered */
            buildType: components["schemas"]["HouseType"] | (null);
            /** @description as registered */
            buildYear: number | null;
            city: string;
            /** @description 5 is the highest confidence, 0 the lowest */
            confidenceClass: number | null;
            country: string;
            /** @description as valued */
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            /**
             * Format: date
             * @description date of that sale
             */
            histTransactionDate: string | null;
            /** @description price of the home's last sale known before the valuation date */
            histTransactionPrice: number | null;
            houseNumber: number;
            /** @description house letter and extension, with a hyphen between when there are both */
            houseNumberExt: string | null;
            /** @description histTransactionPrice, indexed to the valuation date */
            indexedPrice: number | null;
            /** @description as given by the caller */
            inputBuildType: components["schemas"]["HouseType"] | (null);
            /** @description as given by the caller */
            inputBuildYear: number | null;
            /** @description as given by the caller, m2 */
            inputParcelSurface: number | null;
            /** @description as given by the caller, m2 */
            inputUseSurface: number | null;
            /** @description their median price */
            medStrAllTypes: number | null;
            /** @description their median price */
            medStrSameType: number | null;
            /** @description their median price, null when there are none */
            medZipAllTypes: number | null;
            /** @description their median price */
            medZipSameType: number | null;
            /** @description as valued */
            monument: boolean | null;
            municipality: string;
            /** @description sales on the same street of the same city in the 24 months up to the valuation date */
            numStrAllTypes: number | null;
            /** @description of these, sales of the same house type */
            numStrSameType: number | null;
            /** @description sales in the postal-code area (four digits) in the 24 months up to the valuation date */
            numZipAllTypes: number | null;
            /** @description of these, sales of the same house type */
            numZipSameType: number | null;
            /** @description lot area as registered, m2 */
            parcelSurface: number | null;
            /** @description always in the form 1234AB */
            postalCode: string;
            /** @description the hedonic model's own estimate, whole euros */
            predictedValue: number;
            /** @description three comparable sales, best first */
            references: components["schemas"]["ReferenceObjectModel"][];
            /** @description number of rooms, as valued */
            rooms: number | null;
            /** @description province */
            state: string;
            street: string;
            /** @description usable area as registered, m2 */
            useSurface: number | null;
            /**
             * Format: date
             * @description valuation date; only sales known before it count
             */
            valueDate: string;
            /** @description as valued, m3 */
            volume: number | null;
            /** @description the final estimate: hedonic estimate, like homes, comparables and own indexed sale, weighed by their errors on earlier sales, whole euros */
            weightedValue: number;
        };
        HomevalueValueResponse: {
            /** @description 5 is the highest confidence, 0 the lowest */
            confidenceClass: number;
            /** @description whole euros */
            weightedValue: number;
        };
        HouseImagesAddress: {
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            postalCode: string;
        };
        HouseImagesData: {
            /** @description as registered */
            address: components["schemas"]["HouseImagesAddress"];
            /** @description newest first; each can be downloaded for 24 hours */
            images: string[];
            /**
             * Format: date
             * @description the day the newest photo was taken; without photos the day of the request
             */
            imagesDate: string;
        };
        HouseImagesInput: {
            /** @enum {string|null} */
            format?: "jpeg" | null;
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            postalCode: string;
            /** @enum {string|null} */
            width?: "320" | "640" | "1280" | null;
        };
        HouseImagesInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                /** @enum {string|null} */
                format?: "jpeg" | null;
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                postalCode: string | null;
                /** @enum {string|null} */
                width?: "320" | "640" | "1280" | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        /**
         * @description House type.
         * @enum {string}
         */
        HouseType: "Appartement" | "Galerijflat" | "Maisonnette" | "Portiekwoning" | "Portiekflat" | "Corridorflat" | "Bovenwoning" | "Benedenwoning" | "Tussenwoning" | "Geschakelde woning" | "Eindwoning" | "Hoekwoning" | "2-onder-1-kapwoning" | "Geschakelde 2-onder-1-kapwoning" | "Halfvrijstaande woning" | "Vrijstaande woning";
        ListedShares: {
            /** @description of what all sales together say about characteristics and place */
            model: number;
            /** @description of the sales of other homes that are not in this answer */
            others: number;
            /** @description of the home's own last sale */
            ownSale: number;
        };
        ReferenceObjectModel: {
            /** @description transaction price, whole euros */
            amount: number;
            bagId: string;
            buildType: components["schemas"]["HouseType"];
            buildYear: number;
            /** @description construction period, such as 1931-1944, <1906 or >2020 */
            buildYearCat: string | null;
            city: string;
            /**
             * Format: date
             * @description transaction date
             */
            date: string;
            /** @description to the valued home, metres, one decimal */
            distance: number;
            /** @description 100 is the same home next door, sold yesterday */
            equality: number | null;
            houseNumber: number;
            houseNumberExt: string | null;
            /** @description amount, indexed to the valuation date */
            indexedPrice: number | null;
            monument: boolean | null;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string;
            state: string;
            street: string;
            /** @description m2 */
            useSurface: number;
            /** @description m3 */
            volume: number | null;
        };
        /** @enum {string} */
        SuccessStatus: "success";
        Why: {
            approaches: components["schemas"]["WhyApproach"][];
            certainty: components["schemas"]["WhyCertainty"];
            /** @description what is known of the home */
            characteristics: components["schemas"]["WhyCharacteristic"][];
            /** @description all that count, those with the most weight first */
            comparables: components["schemas"]["WhyComparable"][];
            home: components["schemas"]["WhyHome"];
            index: components["schemas"]["WhyIndex"];
            /** @description central intervals of the value, by the percentage of prices that they hold */
            interval: components["schemas"]["WhyIntervals"];
            kriging: components["schemas"]["WhyKriging"];
            /** @description on what may surprise, a sentence each */
            notes: components["schemas"]["WhyNotes"];
            /** @description the home's own last sale */
            ownSale: components["schemas"]["WhyOwnSale"] | (null);
            /** @description sales that would be references but for their odd prices */
            passedOver: components["schemas"]["WhyPassedOver"][];
            /** @description the most alike first */
            references: components["schemas"]["WhyReference"][];
            /** @description what the value rests on; the three add up to 1 */
            shares: components["schemas"]["WhyShares"];
            /** @description their euros add up to weightedValue; the total of the last step before the approaches is predictedValue */
            steps: components["schemas"]["WhyStep"][];
            /** @description the data of /v1/homevalue */
            valuation: components["schemas"]["HomevalueResponse"];
            words: components["schemas"]["WhyWords"];
        };
        WhyApproach: {
            /** @description null where it has nothing to say */
            indication: number | null;
            label: string;
            name: string;
            /** @description 0 to 1 */
            weight: number;
        };
        WhyCertainty: {
            /** @description typicalSize times the factor of each is size; those that change it most first */
            risks: components["schemas"]["WhyRisk"][];
            /** @description mean absolute error to be expected, of the log price */
            size: number;
            /** @description of the typical sale */
            typicalSize: number;
            /** @description probability that a price lies within 10 % of the value */
            within10: number;
            within15: number;
            within20: number;
        };
        WhyCharacteristic: {
            about: string | null;
            derived: boolean;
            expired: boolean;
            /** @description its source, and the day */
            from: string;
            known: string | null;
            label: string;
            name: string;
            source: string;
            /** @description the value as people read it */
            text: string;
            until: string | null;
            value: unknown;
        };
        WhyComparable: {
            /** @description indexedPrice times adjustment */
            adjusted: number;
            /** @description what the home is held worth over the home sold, a factor */
            adjustment: number;
            bagId: string | null;
            buildType: string | null;
            buildYear: number | null;
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
            /** @description degrees east, WGS84 */
            lon: number | null;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string | null;
            price: number;
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
        WhyHome: {
            /** @description on one line */
            address: string;
            bagId: string;
            /** @description degrees north, WGS84 */
            lat: number | null;
            /** @description degrees east, WGS84 */
            lon: number | null;
        };
        WhyIndex: {
            /**
             * Format: date
             * @description it uses the sales known before that day
             */
            knownBefore: string;
            /**
             * Format: date
             * @description up to where the market was known then
             */
            marketUntil: string;
            /** @description the price series that the forecast of the market follows; null without one, or where nothing is forecast */
            priceSeries: components["schemas"]["WhySeries"] | (null);
            /** @description from there to the valuation date */
            staleMonths: number;
            /** @description what the last turn of the market would do to the value; null where prices never fell */
            turned: components["schemas"]["WhyTurned"] | (null);
            /** @description in the twelve months before, a fraction */
            yearChange: number | null;
        };
        WhyIntervals: {
            50: number[];
            80: number[];
            90: number[];
        };
        WhyKriging: {
            /** @description their change of the logarithm of the indication: trend, residuals by weight and this lead to it */
            moreEffect: number;
            /** @description how many others move it, by less */
            moreSales: number;
            /** @description their weights, added up */
            moreWeight: number;
            nonspatial: boolean;
            /** @description those that move its indication most */
            sales: components["schemas"]["WhyLikeSale"][];
            /** @description what the home is worth by its characteristics, and place unless nonspatial, in the whole market */
            trend: number;
        };
        WhyLikeSale: {
            bagId: string | null;
            buildType: string | null;
            buildYear: number | null;
            city: string | null;
            /** Format: date */
            date: string;
            /** @description metres, one decimal */
            distance: number;
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
            /** @description degrees east, WGS84 */
            lon: number | null;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string | null;
            price: number;
            /** @description how many times its trend the price was */
            residual: number;
            street: string | null;
            /** @description m2 */
            useSurface: number | null;
            weight: number;
        };
        WhyNotes: {
            /** @description on what kriging begins with and adds */
            kriging: string[];
            /** @description on references that hardly weigh, or are unlike the home */
            references: string[];
            /** @description on characteristics that are not known, or do not count as they are */
            steps: string[];
        };
        WhyOwnSale: {
            /** @description indexedPrice times adjustment */
            adjusted: number;
            /** @description what the home is held worth over the home sold, a factor */
            adjustment: number;
            /** @description how many times the value without it its indication is */
            apart: number;
            bagId: string | null;
            buildType: string | null;
            buildYear: number | null;
            city: string | null;
            /** @description probability that its price was a price of the home as it is */
            credibility: number;
            /** Format: date */
            date: string;
            /** @description what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty */
            differences: components["schemas"]["WhyDifference"][];
            /** @description metres, one decimal */
            distance: number;
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
            /** @description degrees east, WGS84 */
            lon: number | null;
            /** @description what the home would fetch if it were offered on the valuation date, so soon after this sale: half of the prices of homes sold again within two years lie below. No part of weightedValue; null from two years after the sale on */
            offered: number | null;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string | null;
            price: number;
            street: string | null;
            /** @description share of its weight that it keeps for how little the home has changed */
            unchanged: number;
            /** @description m2 */
            useSurface: number | null;
        };
        WhyPassedOver: {
            /** @description indexedPrice times adjustment */
            adjusted: number;
            /** @description what the home is held worth over the home sold, a factor */
            adjustment: number;
            bagId: string | null;
            buildType: string | null;
            buildYear: number | null;
            city: string | null;
            /** Format: date */
            date: string;
            /** @description what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty */
            differences: components["schemas"]["WhyDifference"][];
            /** @description metres, one decimal */
            distance: number;
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
            /** @description degrees east, WGS84 */
            lon: number | null;
            /** @description how many times what the comparables say its adjusted price is */
            off: number;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string | null;
            price: number;
            street: string | null;
            /** @description m2 */
            useSurface: number | null;
        };
        WhyReference: {
            /** @description indexedPrice times adjustment */
            adjusted: number;
            /** @description what the home is held worth over the home sold, a factor */
            adjustment: number;
            bagId: string | null;
            buildType: string | null;
            buildYear: number | null;
            city: string | null;
            /** Format: date */
            date: string;
            /** @description what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty */
            differences: components["schemas"]["WhyDifference"][];
            /** @description metres, one decimal */
            distance: number;
            /** @description 100 is the same home next door, sold yesterday; one decimal */
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
            /** @description degrees east, WGS84 */
            lon: number | null;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string | null;
            price: number;
            /** @description as comparables have it */
            share: number;
            street: string | null;
            /** @description m2 */
            useSurface: number | null;
        };
        WhyRisk: {
            /** @description above 1 the error is larger for it */
            factor: number;
            has: number | null;
            name: string;
            /** @description in words; null where it hardly counts */
            text: string | null;
            typical: number | null;
        };
        WhySeries: {
            /** @description in the forecast, 0 to 1; the rest is the market's own growth */
            share: number;
            /** @description its last month that was known */
            until: string;
        };
        WhyShares: {
            /** @description of what all sales together say about characteristics and place */
            model: number;
            /** @description of the home's own last sale */
            ownSale: number;
            /** @description of the sales of other homes together */
            sales: number;
        };
        WhyStep: {
            /** @description its change of the total */
            euros: number;
            /** @description what the home has is not known; a typical value is taken */
            imputed: boolean;
            label: string;
            /** @description its change of the logarithm of the value */
            log: number;
            /** @description of the characteristic or the approach */
            name: string | null;
            /** @description typical, area, group, tier, place, characteristic or approach */
            part: string;
            /** @description what the home has of the characteristic, and what is typical */
            text: string | null;
            /** @description after the step */
            total: number;
        };
        WhyTurned: {
            /** @description of the value, a fraction: 0 or negative */
            change: number;
            /** @description the last month that was known on the valuation date: there the market would turn */
            marketKnown: string;
            /** @description its last peak before a fall: as after that month it would turn */
            turnAfter: string;
            /** @description on the valuation date, had the market turned; whole euros */
            value: number;
        };
        WhyWords: {
            accuracy: string;
            class: string;
            dataAge: string;
            /** @description how prices moved in the year before the valuation date; empty where that is not known */
            market: string;
            /** @description what homes sold again within two years fetched beyond their values; empty where that is nothing, and of others */
            offered: string;
            /** @description a warning where the newest known sale is over half a year old, else empty */
            oldSales: string;
            /** @description how far the forecast of the market follows a price series; empty without one */
            priceSeries: string;
            /** @description on which side of the value all references lie, else empty */
            references: string;
            /** @description the width of the interval, and where that stands on the scales of others */
            scales: string;
            /** @description how much of the value sales carry, and the model */
            shares: string;
            /** @description what the register says of a home that is not in use, else empty */
            status: string;
            /** @description what makes it surer than the value of a typical home, the most important first */
            sure: string[];
            /** @description to which month the market is known, and what its last turn would do to the value from there on; empty where prices never fell */
            turned: string;
            /** @description what makes it less sure */
            unsure: string[];
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
    getAddresses: {
        parameters: {
            query: {
                /** @description How many addresses to answer at most; the default is 8. */
                limit?: number;
                /**
                 * @description An address as people write it, as far as it is typed: kerkstr 12-a amsterdam, 1234AB12, St. Jansplein 5 2 hoog; or the id of a home in the BAG register. A letter or two may be wrong.
                 * @example Haringgracht 3, 8246AA Gevelrade
                 */
                query: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AddressesResponse"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description Always null. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["AddressesInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressesInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressesInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["AddressesInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["AddressesInputFailure"];
                };
            };
        };
    };
    getFrontView: {
        parameters: {
            query: {
                /**
                 * @description BAG number ids (nummeraanduiding) of 16 digits: repeated (bagNumIds=a&bagNumIds=b), separated by commas, or as bagNumIds[]= or bagNumIds[0]=; also without leading zeros, or with NL.IMBAG. and the kind of object before them. The id of a verblijfsobject is accepted and answered under the number id of its main address. Duplicates are answered once.
                 * @example [
                 *       "0099200000000002"
                 *     ]
                 */
                bagNumIds: string[];
                /** @description Format of the photos: JPEG, also when it is not given. An image proxy in front of the service makes WebP and others of them. */
                format?: "jpeg";
                /** @description Pixels that a photo is wide, at most: the URL answers it at that width, or at its own where it is no wider. Not given, photos are as they are, at most 2048 pixels wide and high. Where photos are in S3 it gets 400. */
                width?: "320" | "640" | "1280";
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FrontViewData"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description missing: the ids without a front view, separated by commas; null when there are none. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["FrontViewInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrontViewInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrontViewInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["FrontViewInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["FrontViewInputFailure"];
                };
            };
        };
    };
    getHomevalue: {
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HomevalueResponse"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description bagId: the home that was valued, by its id in the BAG register. salesUntil: the last day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. valueLow, valueHigh: the central 80 % interval, whole euros. forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value. eaaLevel: its level on the scale of the European AVM Alliance, 0 to 7 (surest), by gevel's own translation. status: only of a home that the register did not have in use on the valuation date: formed (planned, being built or split off), out_of_use or rebuilding. references: above or below, only where the prices of all three references, adjusted to the home, lie on that side of the value; not in answers without references. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["HomeValueInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomeValueInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomeValueInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HomeValueInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HomeValueInputFailure"];
                };
            };
        };
    };
    getHomevalueAvailable: {
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HomevalueAvailableResponse"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description edition: the edition asked. reason: why the home can't be valued, with available false only. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["HomeValueInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomeValueInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: not_found. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomeValueInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HomeValueInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HomeValueInputFailure"];
                };
            };
        };
    };
    getHomevalueComparables: {
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
                /** @description How many sales to answer at most; the default is 24, the comparables. */
                limit?: number;
                /** @description Only sales of so many months before the valuation date. */
                months?: number;
                /** @description Whether the home is a listed monument. Replaces the register's. Not given, the register's value is used for the valuation, while the echo in params shows the default, false. */
                monument?: boolean;
                /** @description Number of rooms. Replaces the register's. */
                numberOfRooms?: number;
                /** @description How to order them: weight (the default), distance, date (the newest first) or equality (the most alike first). In each order the sales with the most weight are chosen. */
                order?: "weight" | "distance" | "date" | "equality";
                /** @description Lot area in m2; 0 is no lot. Replaces the register's. */
                parcelSurface?: number;
                /**
                 * @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.
                 * @example 8246AA
                 */
                postalCode: string;
                /** @description Only homes of exactly the same house type. */
                sameType?: boolean;
                /** @description Only homes whose use surface differs by at most this share of the home's, such as 0.1. */
                surfaceWithin?: number;
                /** @description Usable area in m2. Replaces the register's. */
                useSurface?: number;
                /** @description The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before the edition's first model. Only sales known before it count. */
                valuationDate?: string;
                /** @description Volume in m3. Replaces the register's. */
                volume?: number;
                /** @description Only homes at most so many metres away. */
                within?: number;
                /** @description Only homes built at most so many years before or after. */
                yearWithin?: number;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HomevalueComparablesResponse"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description bagId: the home that was valued, by its id in the BAG register. salesUntil: the last day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. valueLow, valueHigh: the central 80 % interval, whole euros. forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value. eaaLevel: its level on the scale of the European AVM Alliance, 0 to 7 (surest), by gevel's own translation. status: only of a home that the register did not have in use on the valuation date: formed (planned, being built or split off), out_of_use or rebuilding. references: above or below, only where the prices of all three references, adjusted to the home, lie on that side of the value; not in answers without references. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["ComparablesInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparablesInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparablesInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["ComparablesInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["ComparablesInputFailure"];
                };
            };
        };
    };
    getHomevalueExplanation: {
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Why"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description bagId: the home that was valued, by its id in the BAG register. salesUntil: the last day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. valueLow, valueHigh: the central 80 % interval, whole euros. forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value. eaaLevel: its level on the scale of the European AVM Alliance, 0 to 7 (surest), by gevel's own translation. status: only of a home that the register did not have in use on the valuation date: formed (planned, being built or split off), out_of_use or rebuilding. references: above or below, only where the prices of all three references, adjusted to the home, lie on that side of the value; not in answers without references. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["ExplainedHomeInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
    getHomevalueValue: {
        parameters: {
            query: {
                /**
                 * @description House type, such as Tussenwoning. Replaces the register's.
                 * @example Tussenwoning
                 */
                buildType: components["schemas"]["HouseType"];
                /**
                 * @description Year of original construction. Replaces the register's. At most the year of the valuation date plus 3.
                 * @example 1898
                 */
                buildYear: number;
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
                /**
                 * @description Usable area in m2. Replaces the register's.
                 * @example 217
                 */
                useSurface: number;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Always private, no-cache. */
                    "Cache-Control"?: string;
                    /** @description A weak tag of all of the answer but its id: of edition, program and parameters as understood, the valuation date among them. */
                    ETag?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HomevalueValueResponse"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description bagId: the home that was valued, by its id in the BAG register. salesUntil: the last day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. valueLow, valueHigh: the central 80 % interval, whole euros. forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value. eaaLevel: its level on the scale of the European AVM Alliance, 0 to 7 (surest), by gevel's own translation. status: only of a home that the register did not have in use on the valuation date: formed (planned, being built or split off), out_of_use or rebuilding. references: above or below, only where the prices of all three references, adjusted to the home, lie on that side of the value; not in answers without references. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["HomeValueInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description The answer whose ETag the request has in If-None-Match still holds. It counts as a request. */
            304: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomeValueInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address, not_residential, missing_characteristics, not_yet_built, outside_model, too_few_references. An ambiguous address lists each possible letter and extension in error.errors, at most 50. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomeValueInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HomeValueInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HomeValueInputFailure"];
                };
            };
        };
    };
    getHouseImages: {
        parameters: {
            query: {
                /** @description Format of the photos: JPEG, also when it is not given. An image proxy in front of the service makes WebP and others of them. */
                format?: "jpeg";
                /** @description House letter. A letter given in houseNumberExt is found too. */
                houseLetter?: string;
                /**
                 * @description House number. Without letter and extension it is the bare number where that exists, else the only address at the number.
                 * @example 3
                 */
                houseNumber: number;
                /** @description House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out; or two Roman numerals such as II/III, which are two units and ambiguous. */
                houseNumberExt?: string;
                /**
                 * @description Postal code in the form 1234AB; also accepted as 1234 AB and in lower case.
                 * @example 8246AA
                 */
                postalCode: string;
                /** @description Pixels that a photo is wide, at most: the URL answers it at that width, or at its own where it is no wider. Not given, photos are as they are, at most 2048 pixels wide and high. Where photos are in S3 it gets 400. */
                width?: "320" | "640" | "1280";
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
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HouseImagesData"];
                        error: {
                            [key: string]: string;
                        };
                        /** @description id of the request */
                        id: string | null;
                        /** @description Always null. */
                        meta: {
                            [key: string]: string;
                        } | null;
                        params: components["schemas"]["HouseImagesInput"];
                        status: components["schemas"]["SuccessStatus"];
                    };
                };
            };
            /** @description A parameter is missing, malformed, out of bounds or unknown: error.errors has one entry for each, with its name for a reason. */
            400: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HouseImagesInputFailure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No answer, because of one of: address_not_found, ambiguous_address. */
            404: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HouseImagesInputFailure"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HouseImagesInputFailure"];
                };
            };
            /** @description Shedding load, or not ready (unavailable). */
            503: {
                headers: {
                    /** @description The version of the interface. */
                    "API-Version"?: string;
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] | components["schemas"]["HouseImagesInputFailure"];
                };
            };
        };
    };
}
