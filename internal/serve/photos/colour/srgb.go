package colour

// sRGB: its curve, and its primaries.

import "math"

// matrix has the numbers of a row beside each other.
type matrix [3][3]float64

func (m *matrix) times(v [3]float64) (product [3]float64) {
	for row := range m {
		for i := range v {
			product[row] += m[row][i] * v[i]
		}
	}
	return product
}

// linearSRGB turns XYZ relative to D50 into linear sRGB: IEC 61966-2-1, adapted by Bradford.
var linearSRGB = matrix{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// fineness is how many values of linear light have their level in a table: near black a level is 1/3295 wide.
const fineness = 1 << 14

// encoded has the level of each value of linear light.
var encoded = func() (table [fineness]uint8) {
	for i := range table {
		table[i] = uint8(math.Round(encodeExactly(float64(i)/(fineness-1)) * (levels - 1)))
	}
	return table
}()

// encode returns the level of linear light, clipped to what there is.
func encode(linear float64) uint8 {
	return encoded[int(min(max(linear, 0), 1)*(fineness-1)+0.5)]
}

func encodeExactly(linear float64) float64 {
	if linear <= 0.0031308 {
		return 12.92 * linear
	}
	return 1.055*math.Pow(linear, 1/2.4) - 0.055
}

// SRGBCurve returns the linear light of a level of sRGB, and of Display P3, whose curve is the same.
func SRGBCurve(level float64) float64 {
	if level <= 0.04045 {
		return level / 12.92
	}
	return math.Pow((level+0.055)/1.055, 2.4)
}

// Power returns the curve of an exponent.
func Power(gamma float64) func(float64) float64 {
	return func(level float64) float64 { return math.Pow(level, gamma) }
}
