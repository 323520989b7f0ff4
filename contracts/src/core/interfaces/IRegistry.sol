// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title What the core asks a registry
/// @notice A registry says who may be paid, where and for which fee, who may charge, and where its fees go. Payers name
/// it in what they sign.
/// @dev Anyone can deploy one. The core asks by `staticcall` with `REGISTRY_GAS_CAP` gas, reads no more than the words
/// below, and judges each answer: a revert, too few words, or a value that is out of its bounds counts as no answer.
interface IRegistry {
    /// @notice Where a payment to a merchant in a token goes now.
    /// @param merchantId The merchant
    /// @param token The token
    /// @return payout Account that receives the net amount; zero when the merchant cannot be paid
    /// @return feeBps Platform fee now, in basis points, at most 300
    /// @return isAccepted Whether the registry takes the token
    function route(uint256 merchantId, address token)
        external
        view
        returns (address payout, uint256 feeBps, bool isAccepted);

    /// @notice A merchant's accounts, in every status; both zero for an unknown one.
    /// @param merchantId The merchant
    /// @return owner Account that controls the payout address
    /// @return payout Account that receives settlements
    function accounts(uint256 merchantId) external view returns (address owner, address payout);

    /// @notice Whether an account may charge subscriptions.
    function isKeeper(address account) external view returns (bool);

    /// @notice The account that admits merchants, and may end subscriptions.
    function operator() external view returns (address);

    /// @notice The account that fees go to.
    function treasury() external view returns (address);
}
