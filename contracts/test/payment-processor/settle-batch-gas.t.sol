// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../src/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev A batch with too little gas must revert; it must never go through with payments left out.
contract SettleBatchGasTest is PaymentTest {
    uint256 private constant SIZE = 8;
    uint256 private constant ALL = (1 << SIZE) - 1;

    IPaymentProcessor.Group[] private groups;

    function setUp() public override {
        super.setUp();
        _push(merchantA, 0);
        _push(merchantB, SIZE);
    }

    function testFuzz_settles_everything_or_reverts(uint256 gasLimit) public {
        gasLimit = between(gasLimit, 20_000, 1_500_000);
        (bool success, uint256[] memory okBitmaps) = _send(gasLimit);
        if (!success) return;
        vm.assertEq(okBitmaps[0], ALL, "first bitmap");
        vm.assertEq(okBitmaps[1], ALL, "second bitmap");
    }

    function test_settles_everything_with_the_least_gas_that_does_not_revert() public {
        // What eth_estimateGas finds: the lowest limit with which the call succeeds.
        uint256 low = 21_000;
        uint256 high = processor.batchGasLimit(2, 2 * SIZE);
        while (high - low > 1) {
            uint256 middle = (low + high) / 2;
            uint256 state = vm.snapshotState();
            (bool success,) = _send(middle);
            vm.revertToState(state);
            if (success) high = middle;
            else low = middle;
        }
        (, uint256[] memory okBitmaps) = _send(high);
        vm.assertEq(okBitmaps[0], ALL, "first bitmap");
        vm.assertEq(okBitmaps[1], ALL, "second bitmap");
    }

    function test_says_that_the_gas_was_not_enough() public {
        vm.expectRevert(IPaymentProcessor.InsufficientGas.selector);
        processor.settleBatch{gas: 200_000}(groups);
    }

    function _send(uint256 gasLimit) private returns (bool success, uint256[] memory okBitmaps) {
        bytes memory result;
        (success, result) =
            address(processor).call{gas: gasLimit}(abi.encodeCall(IPaymentProcessor.settleBatch, (groups)));
        if (success) okBitmaps = abi.decode(result, (uint256[]));
    }

    function _push(uint256 merchantId, uint256 firstSeed) private {
        IPaymentProcessor.Group storage group = groups.push();
        group.merchantId = merchantId;
        group.token = address(usdc);
        for (uint256 i = 0; i < SIZE; ++i) {
            Order memory o = order(firstSeed + i);
            o.merchantId = merchantId;
            group.items.push(item(o));
        }
    }
}
