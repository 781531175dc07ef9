// Package gbm grows gradient-boosted regression trees on binned columns, predicts
// with them and explains predictions. It knows numbers, not houses.
//
// The method is the histogram method of Friedman's gradient boosting machine (Annals of Statistics 29, 2001) with
// the second-order split score of Chen and Guestrin (XGBoost, KDD 2016) and the leaf-wise growth and sorted
// categories of Ke et al. (LightGBM, NIPS 2017).
//
// gevel trains with the bounded loss and a fixed number of trees; the other losses and early
// stopping are for comparisons.
//
// Two decisions shape the code:
//
//   - Gradients are summed in fixed point (histogram.go). Integer sums do not depend on
//     their order, so the same data and seed give the same model, bit for bit, for any
//     number of threads, and subtracting a child's histogram from its parent's is exact.
//   - Every column is cut into at most 1024 bins before training (bin.go); code 0 is
//     kept for what is missing, so that a missing value goes its own, learned way.
package gbm
