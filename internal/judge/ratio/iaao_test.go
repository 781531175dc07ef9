package ratio

import (
	"math"
	"testing"
)

// The sales of the worked examples of the IAAO Standard on Ratio Studies (2013),
// as value and price, with the statistics printed below them.
var iaaoTables = []struct {
	name             string
	pairs            []float64
	cod, prd, prb    float64
	codUnit, prdUnit float64 // half a unit of the last digit printed
}{
	{
		name: "table 1-1", cod: 29.8, prd: 0.98, prb: 0.232, codUnit: 0.05, prdUnit: 0.005,
		pairs: []float64{
			48000, 138000, 28800, 59250, 78400, 157500, 39840, 74400, 68160, 114900, 94400, 159000,
			67200, 111900, 56960, 93000, 87200, 138720, 38240, 59700, 96320, 146400, 67680, 99000,
			32960, 47400, 50560, 70500, 61360, 78000, 47360, 60000, 58080, 69000, 47040, 55500,
			136000, 154500, 103200, 109500, 59040, 60000, 168000, 168000, 128000, 124500, 132000, 127500,
			160000, 150000, 160000, 141000, 200000, 171900, 184000, 157500, 160000, 129600, 157200, 126000,
			99200, 77700, 200000, 153000, 64000, 48750, 192000, 144000, 190400, 141000, 65440, 48000,
		},
	},
	{
		name: "table 1-4", cod: 14.5, prd: 0.98, prb: 0.135, codUnit: 0.05, prdUnit: 0.005,
		pairs: []float64{
			87200, 138720, 38240, 59700, 96320, 146400, 68610, 99000, 32960, 47400, 50560, 70500,
			61360, 78000, 47360, 60000, 56580, 69000, 47040, 55500, 136000, 154500, 98000, 109500,
			56000, 60000, 159100, 168000, 128000, 124500, 132000, 127500, 160000, 150000,
		},
	},
	{
		name: "table D-1", cod: 7.5, prd: 1.027, prb: -0.12, codUnit: 0.05, prdUnit: 0.0005,
		pairs: []float64{
			116700, 114500, 130300, 121000, 130200, 133900, 145500, 139000, 134100, 145000, 153900, 156500,
			143400, 161100, 156900, 169500, 169000, 175000, 149200, 181000, 160100, 188900, 191400, 205000,
			177200, 216150, 205500, 219000, 206500, 235000, 243800, 249000, 211600, 258900, 242500, 263000,
			258400, 305900, 265900, 312500, 305700, 336000, 291600, 360000, 312800, 399900, 352200, 418500,
			354900, 459000,
		},
	},
	{
		name: "table D-2", cod: 7.8, prd: 1.056, prb: -0.011, codUnit: 0.05, prdUnit: 0.0005,
		pairs: []float64{
			45000, 50000, 100000, 100000, 165000, 150000, 180000, 200000, 250000, 250000, 330000, 300000,
			315000, 350000, 400000, 400000, 495000, 450000, 450000, 500000, 550000, 550000, 660000, 600000,
			585000, 650000, 700000, 700000, 825000, 750000, 1875000, 2500000,
		},
	},
}

// quintos holds the 30 sales, value and price, of the example in C. Quintos, A Gini
// measure for vertical equity in property assessments (2020); its MKI is 0.794.
var quintos = []float64{
	37299, 32900, 40166, 36000, 56317, 54000, 66184, 64500, 69487, 68000, 71515, 70000,
	75338, 74000, 81036, 80000, 85673, 84900, 85021, 89000, 90046, 94250, 94089, 99000,
	100227, 105900, 103157, 109000, 108290, 115000, 117099, 124500, 115347, 129900, 119678, 135000,
	131631, 149000, 137321, 155800, 143974, 163500, 153572, 175000, 148457, 179000, 153488, 185600,
	165040, 199900, 176940, 215000, 192959, 235000, 180046, 250000, 200240, 279000, 211445, 295000,
}

// fromPairs makes observations of values and prices.
func fromPairs(pairs []float64) []Observation {
	obs := make([]Observation, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		obs = append(obs, Observation{Value: pairs[i], Price: pairs[i+1], HasValue: true})
	}
	return obs
}

func TestStudyReproducesThePrintedTablesOfTheIAAO(t *testing.T) {
	for _, tt := range iaaoTables {
		r := MeasuresOf(fromPairs(tt.pairs), Options{})
		for _, figure := range []struct {
			name           string
			got            Figure
			want, halfUnit float64
		}{
			{"COD", r.COD, tt.cod, tt.codUnit},
			{"PRD", r.PRD, tt.prd, tt.prdUnit},
			{"PRB", r.PRB, tt.prb, 0.0005},
		} {
			if !figure.got.Known || math.Abs(figure.got.Value-figure.want) > figure.halfUnit {
				t.Errorf("%s of %s = %v, want %v", figure.name, tt.name, figure.got.Value, figure.want)
			}
		}
	}
}

func TestMKIReproducesThePublishedExample(t *testing.T) {
	if got := MeasuresOf(fromPairs(quintos), Options{}).MKI.Value; math.Abs(got-0.794) > 0.0005 {
		t.Errorf("MKI = %v, want 0.794", got)
	}
}
