// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title What a refund asks a merchant registry
interface IRefundingRegistry {
    /// @notice The fields with which a merchant's record begins.
    /// @param owner Account that may change the payout address and hand over ownership
    /// @param pendingOwner Account that was offered ownership; zero when none
    /// @param payout Account that receives settlements
    struct Accounts {
        address owner;
        address pendingOwner;
        address payout;
    }

    /// @notice A merchant's record, in every status.
    /// @dev Reverts `UnknownMerchant`.
    /// @param merchantId The merchant
    function get(uint256 merchantId) external view returns (Accounts memory);
}
