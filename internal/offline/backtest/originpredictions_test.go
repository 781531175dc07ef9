package backtest

import (
	"bytes"
	"math"
	"testing"

	"github.com/gevel/gevel/internal/file/csvfile"
)

func TestPredictionsOfOriginsHaveARowPerForecast(t *testing.T) {
	r := small()
	c := Cell{Origin: 90, Horizon: 1}
	for _, row := range []int{0, 2} { // those with a value
		f := r.Forecasts[row]
		f.OwnYears, f.Predicted = math.NaN(), f.Value*1.01
		if row == 2 {
			f.OwnYears = 3.5
		}
		c.add(&f, float64(r.Sales.Price[row]))
		for way := Carried; way < Ways; way++ {
			c.Errors[way] = append(c.Errors[way], 0.01*float64(way))
		}
	}
	o := &Origins{Sales: r.Sales, Cells: []Cell{c}}
	var b bytes.Buffer
	if err := o.WritePredictions(&b, csvfile.Form{}); err != nil {
		t.Fatal(err)
	}
	want := `origin,month,sale_id,sale_date,price,value,predicted,low50,high50,low80,high80,low90,high90,fsd,accuracy,class,three_months,two_years,trees,own_sale_years,build_type,build_year,use_surface,value_date,edition,model_version,made_by
1970-04-01,1,"a,1",1970-04-11,300000,315000.00,318150.00,299250.00,330750.00,283500.00,346500.00,267750.00,362250.00,0.0712,80.0,4,297014.95,294059.60,291133.66,,,,,1970-04-11,,1970-04-10,
1970-04-01,1,c,1970-04-13,100000,105000.00,106050.00,99750.00,110250.00,94500.00,115500.00,89250.00,120750.00,0.0712,80.0,4,99004.98,98019.87,97044.55,3.50,,,,1970-04-13,,1970-04-10,
`
	if got := b.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
