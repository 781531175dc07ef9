package score

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
)

func TestAFileWhoseSalesAreAllLeftOutIsRefusedForThat(t *testing.T) {
	for _, tt := range []struct{ name, sales, want string }{
		{
			"prices", "sale_id,sale_date,price\ns456,2022-03-01,-\ns457,2022-03-02,0\ns458,,300000\n",
			"sales.csv has no sale to evaluate: 3 rows read, none kept; 2 are bad_price, such as sales.csv line 2: price: \"-\" is no number",
		},
		{"screened", "sale_id,sale_date,price\ns456,2022-03-01,5000\n", "1 rows read, none kept; 1 are price_too_low, such as sales.csv line 2: "},
		{"none", "sale_id,sale_date,price\n", "0 rows read, none kept"},
	} {
		paths := write(t, "sales.csv", tt.sales, "values.csv", "sale_id,value\ns456,300000\n")
		_, err := Run(t.Context(), match(paths[0], paths[1]))
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "spelled alike") {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestAValueSaysWhyItsSaleWasLeftOut(t *testing.T) {
	const sales = `sale_id,dwelling_id,sale_date,price
a,1,2022-03-01,300000
s456,2,2022-03-01,-
low,3,2022-03-01,5000
,4,2022-03-01,300000
b,4,2022-04-01,-
d,5,,300000
`
	for _, tt := range []struct{ name, values, reason, want string }{
		{"by id", "sale_id,value\na,300000\ns456,300000\n", comparison.ReasonLeftOut, "values.csv line 3: sale s456 was left out (bad_price)"},
		{"screened", "sale_id,value\na,300000\nlow,300000\n", comparison.ReasonLeftOut, "values.csv line 3: sale low was left out (price_too_low)"},
		{"by home", "dwelling_id,value\n1,300000\n2,300000\n", comparison.ReasonLeftOut, "values.csv line 3: the sale of 2 was left out (bad_price)"},
		{
			"by home and day", "dwelling_id,sale_date,value\n1,2022-03-01,300000\n4,2022-04-01,300000\n", comparison.ReasonLeftOut,
			"values.csv line 3: the sale of 4 on 2022-04-01 was left out (bad_price)",
		},
		{
			"of an unread day", "dwelling_id,sale_date,value\n1,2022-03-01,300000\n5,2022-04-01,300000\n", comparison.ReasonLeftOut,
			"values.csv line 3: the sale of 5 on 2022-04-01 was left out (bad_sale_date)",
		},
		{
			"of another day", "dwelling_id,sale_date,value\n1,2022-03-01,300000\n2,2022-04-01,300000\n", comparison.ReasonNoSale,
			"values.csv line 3: no sale is of 2 on 2022-04-01",
		},
		{"in no file", "sale_id,value\na,300000\nz,300000\n", comparison.ReasonNoSale, "values.csv line 3: no sale is named z"},
	} {
		paths := write(t, "sales.csv", sales, "values.csv", tt.values)
		v := &scored(t, paths[0], paths[1]).Vendors[0]
		if r := v.File.Rejects; len(r) != 1 || r[0].Reason != tt.reason || r[0].Samples[0] != tt.want || v.Measures.Valued != 1 {
			t.Errorf("%s: %v, %d valued", tt.name, r, v.Measures.Valued)
		}
	}
	for _, tt := range []struct {
		name, values, want string
		hint               bool
	}{
		{"only the one", "sale_id,value\ns456,300000\n", "no row of values belongs to a sale, by sale_id: sale s456 was left out (bad_price)", false},
		{"more", "sale_id,value\ns456,300000\nb,1\nlow,1\n", "sale s456 was left out (bad_price), and so were the sales of 2 other values", false},
		{"and a stranger", "sale_id,value\ns456,300000\nz,1\n", "by sale_id: sale s456 was left out (bad_price)", true},
		{"strangers", "sale_id,value\nz,1\n", "no row of values belongs to a sale, by sale_id", true},
		{"strange homes", "sale_id,dwelling_id,value\nz,9,1\n", "no row of values belongs to a sale, by home", true},
	} {
		paths := write(t, "sales.csv", sales, "values.csv", tt.values)
		_, err := Run(t.Context(), match(paths[0], paths[1]))
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "spelled alike") != tt.hint {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
