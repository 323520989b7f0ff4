// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {OddTokenTest} from "./support/OddTokenTest.sol";

contract ChargeBatchGasLimitTest is OddTokenTest {
    uint256 private constant TRANSACTION_GAS_CAP = 16_777_216; // EIP-7825
    uint256 private constant TRANSACTION_GAS = 21_000;

    function testFuzz_follows_its_formula(uint256 groups, uint256 items) public view {
        groups = between(groups, 0, 60);
        items = between(items, 0, 60);
        uint256 share = manager.ITEM_GAS_CAP() + manager.ITEM_OVERHEAD_GAS();
        uint256 inGroups = groups * (manager.GROUP_OVERHEAD_GAS() + manager.REGISTRY_GAS_CAP()) + items * share;
        vm.assertEq(
            manager.batchGasLimit(groups, items),
            manager.BATCH_OVERHEAD_GAS() + inGroups * 64 / 63 + groups * manager.GROUP_CALLDATA_GAS() + items
                * manager.ITEM_CALLDATA_GAS(),
            "limit"
        );
        vm.assertEq(
            manager.groupGas(items), manager.GROUP_OVERHEAD_GAS() + manager.REGISTRY_GAS_CAP() + items * share, "group"
        );
    }

    function test_keeps_the_largest_batch_under_the_cap_of_a_transaction() public view {
        uint256 most = manager.MAX_BATCH_ITEMS();
        vm.assertLe(manager.batchGasLimit(most, most), TRANSACTION_GAS_CAP, "limit");
    }

    function test_suffices_when_every_item_burns_its_gas() public {
        ISubscriptionManager.Charge[] memory items = due(60);
        _run(_burning(items), 1, 0);
        _run(_burning(items), 60, 0);
    }

    function test_suffices_when_every_item_is_charged() public {
        ISubscriptionManager.Charge[] memory items = due(60);
        _run(items, 1, 60);
        _run(items, 60, 60);
        _run(items, 20, 60);
    }

    function test_suffices_when_good_items_come_after_bad_ones() public {
        ISubscriptionManager.Charge[] memory items = due(60);
        for (uint256 i = 0; i < 59; ++i) {
            items[i].amount = token.BURN();
        }
        _run(items, 1, 1);
    }

    function test_an_item_uses_at_most_its_share() public {
        ISubscriptionManager.Charge[] memory items = _burning(due(60));
        uint256 used = (_run(items, 1, 0) - _run(_first(items), 1, 0)) / 59 - manager.ITEM_GAS_CAP();
        vm.assertLe(used, manager.ITEM_OVERHEAD_GAS() + manager.ITEM_CALLDATA_GAS(), "gas used");
        vm.assertGt(used, manager.ITEM_OVERHEAD_GAS() / 8, "an item that shows something");
    }

    function _burning(ISubscriptionManager.Charge[] memory items)
        private
        view
        returns (ISubscriptionManager.Charge[] memory)
    {
        for (uint256 i = 0; i < items.length; ++i) {
            items[i].amount = token.BURN();
        }
        return items;
    }

    function _first(ISubscriptionManager.Charge[] memory items)
        private
        pure
        returns (ISubscriptionManager.Charge[] memory one)
    {
        one = new ISubscriptionManager.Charge[](1);
        one[0] = items[0];
    }

    /// @dev Sends a batch of which `good` items are charged, with exactly the limit that a transaction would have left
    /// after its own cost.
    /// @return used Gas that the transaction would have used
    function _run(ISubscriptionManager.Charge[] memory items, uint256 groupCount, uint256 good)
        private
        returns (uint256 used)
    {
        uint256 state = vm.snapshotState();
        bytes memory data =
            abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), _split(items, groupCount)));
        uint256 before = TRANSACTION_GAS + _calldataGas(data);
        uint256 gasLimit = manager.batchGasLimit(groupCount, items.length) - before;
        vm.cool(address(manager));
        vm.cool(address(registry));
        vm.cool(address(token));

        vm.prank(keeper);
        used = gasleft();
        (bool success, bytes memory result) = address(manager).call{gas: gasLimit}(data);
        used = before + used - gasleft();
        vm.assertTrue(success, "the batch ran to its end");
        uint256[] memory okBitmaps = abi.decode(result, (uint256[]));
        uint256 charged;
        for (uint256 g = 0; g < groupCount; ++g) {
            for (uint256 bits = okBitmaps[g]; bits != 0; bits &= bits - 1) {
                charged += 1;
            }
        }
        vm.assertEq(charged, good, "charged items");
        vm.revertToState(state);
    }

    function _split(ISubscriptionManager.Charge[] memory items, uint256 groupCount)
        private
        view
        returns (ISubscriptionManager.ChargeGroup[] memory groups)
    {
        groups = new ISubscriptionManager.ChargeGroup[](groupCount);
        uint256 perGroup = items.length / groupCount;
        for (uint256 g = 0; g < groupCount; ++g) {
            groups[g] = oddGroup(new ISubscriptionManager.Charge[](perGroup))[0];
            for (uint256 i = 0; i < perGroup; ++i) {
                groups[g].items[i] = items[g * perGroup + i];
            }
        }
    }

    /// @dev EIP-2028: 16 gas for a byte, 4 for a zero.
    function _calldataGas(bytes memory data) private pure returns (uint256 total) {
        for (uint256 i = 0; i < data.length; ++i) {
            total += data[i] == 0 ? 4 : 16;
        }
    }
}
