package gbm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// mostlyNoise are rows whose target grows with the first column and is noise beside that;
// the second column is a category of many values that means nothing, and the third, a
// category of as many, adds worth where the value is odd.
func mostlyNoise(rows int, worth float64, seed uint64) Data {
	const values = 300
	random := rand.New(rand.NewPCG(seed, 1))
	d := invented(rows, 3, seed)
	number, noise, signal := d.Table.Columns[0].Values, &d.Table.Columns[1], &d.Table.Columns[2]
	noise.Categorical, signal.Categorical = true, true
	for i := range d.Target {
		noise.Values[i], signal.Values[i] = float64(random.IntN(values)), float64(random.IntN(values))
		d.Target[i] = 0.3*number[i] + worth*float64(int(signal.Values[i])%2) + random.NormFloat64()
	}
	return d
}

// excess returns the root mean square error of a model of the columns on rows that it did not see, less 1:
// the standard deviation of the noise, which is the error of the truth.
func excess(t *testing.T, worth float64, columns int) float64 {
	t.Helper()
	learn, fresh := mostlyNoise(6000, worth, 1), mostlyNoise(6000, worth, 2)
	learn.Table.Columns, fresh.Table.Columns = learn.Table.Columns[:columns], fresh.Table.Columns[:columns]
	m := train(t, learn, Params{Trees: 200, LearningRate: 0.05, Leaves: 15, RowSample: 0.7, Seed: 1})
	return rmse(predictions(t, m, fresh.Table), fresh.Target) - 1
}

func TestManyCategoriesThatMeanNothingCostNothing(t *testing.T) {
	without, with := excess(t, 0, 1), excess(t, 0, 3)
	if with > without+0.005 {
		t.Errorf("with two categories that mean nothing errors exceed the noise by %.4f, without by %.4f", with, without)
	}
}

func TestManyInformativeCategoriesAreUsed(t *testing.T) {
	// A worth of 2 that is not explained has a deviation of 1: errors 0.41 above the noise.
	if got := excess(t, 2, 3); got > 0.15 {
		t.Errorf("errors exceed the noise by %.4f: the categories are hardly used", got)
	}
}

func TestAFewCategoriesPayNothingForTheChoice(t *testing.T) {
	// Either way the best split parts the lowest third of the rows, or the highest, from the rest.
	var x, y []float64
	for i := range 300 {
		x, y = append(x, float64(i%3)), append(y, float64(2*(i%3)))
	}
	number, category := one(x, y), one(x, y)
	category.Table.Columns[0].Categorical = true
	p := Params{Trees: 1, Leaves: 2, LearningRate: 1, CatL2: 1e-9, CatSmooth: 1e-9}
	got, want := train(t, category, p).Importance()[0].Gain, train(t, number, p).Importance()[0].Gain
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("three categories gain %v, three numbers %v", got, want)
	}
}

func TestEachCategoryBeyondAFewPaysWhatChanceGains(t *testing.T) {
	// Half of the categories are 1, half -1: all squares are 1, and the split explains all.
	const values, rows = 40, 800
	var x, y []float64
	for i := range rows {
		x, y = append(x, float64(i%values)), append(y, float64(2*(i%2)-1))
	}
	d := one(x, y)
	d.Table.Columns[0].Categorical = true
	m := train(t, d, Params{Trees: 1, Leaves: 2, LearningRate: 1, CatL2: 1e-9, CatSmooth: 1e-9})
	if got, want := m.Importance()[0].Gain, float64(rows-(values-freeCategories)); math.Abs(got-want) > 1e-4 {
		t.Errorf("the split gains %v, want %v", got, want)
	}
}
